import { describe, expect, it } from '@jest/globals';
import { orderId } from '@exchange/core/kernel';
import type { MarketEvent } from '@exchange/core/message';
import { applyCommand } from './apply-command';
import type { MarketCommand } from './command';
import { memoryStore } from '../book/memory-store';
import { accountOf, brief, marketRules, openMarket, order, run } from '../../test/market.fixture';
import { brokenInvariants } from './invariants';
import type { Market } from './market';

const UNIT = 20_000n;
const rules = marketRules({ traded: 0, quote: 0 });
const sell = (id: number, more = {}) => order({ id, side: 'sell', traded: UNIT, quote: 2n * UNIT, ...more });
const buy = (id: number, more = {}) => order({ id, side: 'buy', traded: UNIT, quote: 2n * UNIT, ...more });
const cancelOf = (account: number) => {
  const owner = accountOf(account);
  return (id: number): MarketCommand => ({
    kind: 'cancel',
    orderId: orderId(id),
    account: owner,
    reason: 'owner',
    at: 1,
  });
};
/** 0 … count−1, each once, far apart: `stride` shares no factor with `count`. */
const scattered = (count: number, stride: number) =>
  Array.from({ length: count }, (_, index) => (index * stride) % count);

/** All that is on one level, as it would be matched. */
const queueOf = (market: Market) => Array.from(market.book.orders('sell'), ({ orderId: id }) => Number(id));

describe('100 000 orders on one level', () => {
  it('leave in any order, each with one command in one step, and those left keep their order', () => {
    const count = 100_000;
    const market = openMarket(rules, { store: memoryStore() });
    const [visible, hidden] = [sell(1), sell(1, { hidden: true })];
    for (let id = 1; id <= count; id += 1) {
      applyCommand(market, { ...(id % 3 === 0 ? hidden : visible), orderId: orderId(id) });
    }
    const cancel = cancelOf(1);
    const gone = scattered(count, 61_803).map((index) => index + 1);
    const wrong: (readonly MarketEvent[])[] = [];
    for (const id of gone.slice(0, count - 100)) {
      const events = applyCommand(market, cancel(id));
      // A visible one changes the level.
      if (events.length !== (id % 3 === 0 ? 1 : 2)) wrong.push(events);
    }
    expect(wrong).toEqual([]);
    const left = gone.slice(count - 100).sort((a, b) => a - b);
    const visibleFirst = [...left.filter((id) => id % 3 !== 0), ...left.filter((id) => id % 3 === 0)];
    expect(queueOf(market)).toEqual(visibleFirst);
    expect(brokenInvariants(market)).toEqual([]);
    for (const id of left) applyCommand(market, cancel(id));
    expect([market.book.size, market.book.best('sell')]).toEqual([0, undefined]);
  });
});

describe('a cancel of all 1 000 orders of an account', () => {
  it('takes them from the book and the stops, and leaves those of others in their places', () => {
    const market = openMarket(rules);
    run(market, sell(5001));
    run(market, buy(5002));
    const others: number[] = [];
    for (let id = 1; id <= 2000; id += 1) {
      const account = id % 2 === 0 ? 7 : 8;
      const quote = 2n * UNIT + BigInt(id % 10) * 100n;
      const kinds = [{}, { hidden: true }, { stop: '1.5' }, {}] as const;
      run(market, sell(id, { account, quote, ...kinds[(id >> 1) % 4] }));
      if (account === 8) others.push(id);
    }
    const before = market.sequence;
    const cancel = cancelOf(7);
    const told = scattered(1000, 619).map((index) => brief(run(market, cancel(2 * index + 2))));
    expect(told.flat()).toEqual(scattered(1000, 619).map((index) => `done ${2 * index + 2} owner`));
    expect(market.sequence).toBe(before + 1000);
    expect(market.stops.size + market.book.size).toBe(others.length);
    const byRate = (id: number) => (id % 10) * 10 + ((id >> 1) % 4 === 1 ? 5 : 0);
    const inBook = others.filter((id) => (id >> 1) % 4 !== 2).sort((a, b) => byRate(a) - byRate(b) || a - b);
    expect(queueOf(market)).toEqual(inBook);
    expect(brokenInvariants(market)).toEqual([]);
  });
});

describe('a canceled stop', () => {
  it('is not triggered, and those beside it keep their order', () => {
    for (const canceled of [1, 2, 3]) {
      const market = openMarket(rules);
      run(market, sell(10));
      run(market, buy(11));
      for (const id of [1, 2, 3]) run(market, buy(id, { quote: UNIT, stop: '3' }));
      expect(brief(run(market, cancelOf(canceled)(canceled)))).toEqual([`done ${canceled} owner`]);
      run(market, sell(12, { quote: 3n * UNIT }));
      const told = brief(run(market, buy(13, { quote: 3n * UNIT })));
      const left = [1, 2, 3].filter((id) => id !== canceled);
      expect(told.filter((text) => text.startsWith('triggered'))).toEqual(
        left.map((id) => `triggered ${id}`),
      );
    }
  });
});
