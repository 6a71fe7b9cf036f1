import { describe, expect, it } from '@jest/globals';
import { amount, marketId, orderId } from '@exchange/core/kernel';
import type { MarketCommand } from './command';
import { memoryStore } from '../book/memory-store';
import { brokenInvariants } from './invariants';
import {
  accountOf,
  atRate,
  brief,
  editOf,
  marketRules,
  openMarket,
  order,
  rateKeyOf,
  run,
} from '../../test/market.fixture';
import { createMarket } from './create-market';
import type { OrderStore } from './market';
import { naiveStore } from '../../oracle/src/naive-store';
import { restoreMarket, snapshotMarket } from '../snapshot/snapshot';

const rates = (currency: string, rate: string | null): MarketCommand => ({
  kind: 'peg_rate',
  currency,
  rate,
  at: 1,
});

describe('a fill that leaves nothing of one token', () => {
  // A traded unit is worth a fiftieth of a quote unit.
  const rules = marketRules({ traded: 6, quote: 0 });
  const maker = order({ id: 1, side: 'buy', traded: 1_500_000n, quote: 30_000n });
  const sell = (id: number, traded: bigint) => order({ id, side: 'sell', traded, quote: traded / 50n || 1n });

  it('closes a taker whose remainder is worth less than a quote unit, as filled once it has traded', () => {
    const market = openMarket(rules);
    run(market, maker);
    expect(brief(run(market, sell(2, 1_499_990n)))).toEqual(['trade 1<2 1499950/29999', 'done 2 filled']);
    expect(market.book.get(orderId(1))).toMatchObject({ sellBook: 1n, buyBook: 50n, held: 1n });
    expect(brief(run(market, sell(4, 50n)))).toEqual(['trade 1<4 50/1', 'done 1 filled', 'done 4 filled']);
    expect(market.book.size).toBe(0);
  });

  it('never rests a taker whose remainder is worth no quote unit, nor keeps a maker that can pay for none', () => {
    const market = openMarket(rules);
    run(market, sell(1, 100_000n));
    const taker = order({ id: 2, side: 'buy', traded: 100_049n, quote: 2_001n });
    expect(brief(run(market, taker))).toEqual(['trade 1<2 100000/2000', 'done 1 filled', 'done 2 filled']);
    run(market, order({ id: 3, side: 'buy', traded: 100_049n, quote: 2_001n }));
    expect(brief(run(market, sell(4, 100_000n)))).toEqual([
      'trade 3<4 100000/2000',
      'done 3 filled',
      'done 4 filled',
    ]);
    expect(market.book.size).toBe(0);
  });
});

describe('a failed edit of an order that waits', () => {
  const rules = marketRules({ traded: 18, quote: 18 });
  const peg = { currency: 'USD', rateKey: rateKeyOf('1.5') };
  const without = ({ sequence: _sequence, digest: _digest, ...rest }: ReturnType<typeof snapshotMarket>) =>
    rest;

  it('leaves it, its place, its moment and its hold as they were', () => {
    const market = openMarket(rules);
    run(market, atRate(101, 'sell', 1n, 200n));
    run(market, atRate(102, 'buy', 1n, 200n));
    for (const id of [1, 2, 3])
      run(market, atRate(id, 'buy', 2n, 300n, { stop: '2.5', expiresAt: 500 + id }));
    for (const id of [4, 5, 6]) run(market, atRate(id, 'buy', 2n, 300n, { peg, expiresAt: 600 - id }));
    const before = without(snapshotMarket(market));
    const tooMuch = { sellBook: amount(10n ** 20n), buyBook: amount(10n ** 20n) };
    for (const id of [1, 2, 3, 4, 5, 6]) {
      expect(brief(run(market, editOf(id, { ...tooMuch, expiresAt: 900, hidden: true })))).toEqual([
        `edit_refused ${id} exceeds_signed`,
      ]);
      expect(brief(run(market, editOf(id, { hidden: true }, 9)))).toEqual([`not_open ${id}`]);
    }
    expect(brief(run(market, editOf(4, { stopRateKey: rateKeyOf('3') })))).toEqual([
      'edit_refused 4 stop_triggered',
    ]);
    expect(without(snapshotMarket(market))).toEqual(before);
    expect(brief(run(market, { kind: 'time', now: 1000, at: 1 }))).toEqual(
      [1, 2, 3, 6, 5, 4].map((id) => `done ${id} expired`),
    );
  });

  it('is as if it had not come when it follows a partial fill', () => {
    const market = openMarket(rules);
    run(market, atRate(1, 'sell', 10n, 200n));
    run(market, atRate(2, 'sell', 10n, 200n));
    run(market, atRate(3, 'buy', 4n, 200n));
    const before = without(snapshotMarket(market));
    const more = { sellBook: amount(6n * 10n ** 18n + 1n), buyBook: amount(2n * 10n ** 19n) };
    expect(brief(run(market, editOf(1, more)))).toEqual(['edit_refused 1 exceeds_signed']);
    expect(without(snapshotMarket(market))).toEqual(before);
    expect(brief(run(market, atRate(4, 'buy', 6n, 200n)))).toContain('done 1 filled');
  });
});

describe('names that every object knows', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
  const decimals = { traded: 18, quote: 18 };
  const pegTo = (currency: string) => ({ peg: { currency, rateKey: rateKeyOf('1') } });

  it('are currencies like others: orders wait, follow their own rate only, and survive a restore', () => {
    let market = openMarket(marketRules(decimals));
    names.forEach((name, index) => {
      expect(brief(run(market, atRate(index + 1, 'buy', 1n, 90n, pegTo(name))))).toEqual([
        `waiting ${index + 1} peg_rate`,
      ]);
    });
    names.forEach((name, index) => {
      expect(brief(run(market, rates(name, '2')))).toEqual([`rested ${index + 1}`]);
    });
    market = restoreMarket(JSON.parse(JSON.stringify(snapshotMarket(market))));
    names.forEach((name, index) => {
      expect(brief(run(market, rates(name, '4')))).toEqual([`rested ${index + 1}`]);
    });
    expect(market.book.level('buy', rateKeyOf('0.25')).count).toBe(names.length);
    names.forEach((name, index) => {
      expect(brief(run(market, rates(name, null)))).toEqual([`waiting ${index + 1} peg_rate`]);
    });
    expect(brokenInvariants(market)).toEqual([]);
  });

  it('are markets like others', () => {
    const traded = (name: string, newStore: () => OrderStore) => {
      const rules = { ...marketRules(decimals), market: marketId(name) };
      const market = createMarket(rules, { store: newStore() });
      run(market, { kind: 'status', status: 'open', at: 1 });
      run(market, atRate(1, 'sell', 1n, 200n));
      run(market, { kind: 'rules', rules: { ...rules, minOrderRemaining: amount(7n) }, at: 1 });
      const { orderId: id } = atRate(1, 'sell', 1n, 200n);
      const restored = restoreMarket(JSON.parse(JSON.stringify(snapshotMarket(market))), newStore());
      expect([restored.rules.market, restored.defect]).toEqual([name, undefined]);
      return brief(
        run(restored, { kind: 'cancel', orderId: id, account: accountOf(1), reason: 'owner', at: 1 }),
      );
    };
    for (const name of names)
      for (const newStore of [memoryStore, naiveStore])
        expect(traded(name, newStore)).toEqual(['done 1 owner']);
  });
});
