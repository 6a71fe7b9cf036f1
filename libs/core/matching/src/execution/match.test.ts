import { describe, expect, it } from '@jest/globals';
import type { MarketEvent } from '@exchange/core/message';
import { brokenInvariants } from '../market/invariants';
import { brief, marketRules, openMarket, order, run } from '../../test/market.fixture';

const ETHER = 10n ** 18n;
const rules = marketRules({ traded: 18, quote: 18 });
const trades = (events: readonly MarketEvent[]) => events.filter((event) => event.kind === 'trade');

describe('matching', () => {
  it('fills a resting sell partly and keeps its remainder at its place', () => {
    const market = openMarket(rules);
    run(market, order({ id: 1, side: 'sell', traded: 10n * ETHER, quote: 20n * ETHER }));
    const events = run(market, order({ id: 2, side: 'buy', traded: 4n * ETHER, quote: 8n * ETHER }));
    expect(brief(events)).toEqual([`trade 1<2 ${4n * ETHER}/${8n * ETHER}`, 'done 2 filled']);
    expect(market.book.best('sell')).toMatchObject({
      sellBook: 6n * ETHER,
      buyBook: 12n * ETHER,
      sold: 4n * ETHER,
    });
  });

  it('fills a resting buy partly and keeps its remainder at its place', () => {
    const market = openMarket(rules);
    run(market, order({ id: 1, side: 'buy', traded: 10n * ETHER, quote: 20n * ETHER }));
    const events = run(market, order({ id: 2, side: 'sell', traded: 4n * ETHER, quote: 8n * ETHER }));
    expect(brief(events)).toEqual([`trade 1<2 ${4n * ETHER}/${8n * ETHER}`, 'done 2 filled']);
    expect(market.book.best('buy')).toMatchObject({
      sellBook: 12n * ETHER,
      buyBook: 6n * ETHER,
      sold: 8n * ETHER,
    });
  });

  it('rests what the other side could not fill, and tells each level once', () => {
    const market = openMarket(rules);
    run(market, order({ id: 1, side: 'sell', traded: 1n * ETHER, quote: 2n * ETHER }));
    const events = run(market, order({ id: 2, side: 'buy', traded: 3n * ETHER, quote: 6n * ETHER }));
    expect(brief(events)).toEqual([`trade 1<2 ${ETHER}/${2n * ETHER}`, 'done 1 filled', 'rested 2']);
    expect(events.filter((event) => event.kind === 'level')).toMatchObject([
      { side: 'sell', amount: 0n, count: 0 },
      { side: 'buy', amount: 2n * ETHER, count: 1 },
    ]);
  });

  it('takes the best rate first, and within a level who came first', () => {
    const market = openMarket(rules);
    run(market, order({ id: 1, side: 'sell', traded: ETHER, quote: 3n * ETHER }));
    run(market, order({ id: 2, side: 'sell', traded: ETHER, quote: 2n * ETHER }));
    run(market, order({ id: 3, side: 'sell', traded: ETHER, quote: 2n * ETHER }));
    const events = run(market, order({ id: 4, side: 'buy', traded: 3n * ETHER, quote: 9n * ETHER }));
    expect(trades(events).map((event) => event.maker.orderId)).toEqual([2, 3, 1]);
  });

  it('keeps the place of an order that was filled partly', () => {
    const market = openMarket(rules);
    run(market, order({ id: 1, side: 'sell', traded: 2n * ETHER, quote: 4n * ETHER }));
    run(market, order({ id: 2, side: 'sell', traded: ETHER, quote: 2n * ETHER }));
    run(market, order({ id: 3, side: 'buy', traded: ETHER, quote: 2n * ETHER }));
    const events = run(market, order({ id: 4, side: 'buy', traded: ETHER, quote: 2n * ETHER }));
    expect(trades(events).map((event) => event.maker.orderId)).toEqual([1]);
  });

  it('frees the difference when a buy is matched at a better rate', () => {
    const market = openMarket(rules);
    run(market, order({ id: 1, side: 'sell', traded: 5n * ETHER, quote: 10n * ETHER }));
    const [trade] = trades(
      run(market, order({ id: 2, side: 'buy', traded: 10n * ETHER, quote: 30n * ETHER })),
    );
    // It paid 10 of 30 for half of its quantity; the remainder needs 15 at its own rate.
    expect(trade?.taker).toMatchObject({ sellBook: 15n * ETHER, buyBook: 5n * ETHER });
  });

  it('lets a sell that got more than it asked go on with its own rate', () => {
    const market = openMarket(rules);
    run(market, order({ id: 1, side: 'buy', traded: 5n * ETHER, quote: 15n * ETHER }));
    const [trade] = trades(
      run(market, order({ id: 2, side: 'sell', traded: 10n * ETHER, quote: 20n * ETHER })),
    );
    expect(trade?.taker).toMatchObject({ sellBook: 5n * ETHER, buyBook: 10n * ETHER });
  });

  it('cancels the resting order of the same account and goes on with the incoming one', () => {
    const market = openMarket(rules);
    run(market, order({ id: 1, account: 9, side: 'sell', traded: ETHER, quote: 2n * ETHER }));
    run(market, order({ id: 2, account: 8, side: 'sell', traded: ETHER, quote: 2n * ETHER }));
    const events = run(market, order({ id: 3, account: 9, side: 'buy', traded: ETHER, quote: 2n * ETHER }));
    expect(brief(events)).toEqual([
      'done 1 self_trade',
      `trade 2<3 ${ETHER}/${2n * ETHER}`,
      'done 2 filled',
      'done 3 filled',
    ]);
  });

  it('closes a maker whose remainder is below the minimum of the traded or the quote token', () => {
    for (const minimums of [{ traded: 2n * ETHER }, { quote: 4n * ETHER }]) {
      const market = openMarket(marketRules({ traded: 18, quote: 18 }, minimums));
      run(market, order({ id: 1, side: 'sell', traded: 5n * ETHER, quote: 10n * ETHER }));
      const events = run(market, order({ id: 2, side: 'buy', traded: 4n * ETHER, quote: 8n * ETHER }));
      expect(brief(events).slice(1)).toEqual(['done 1 below_minimum', 'done 2 filled']);
      expect(market.book.size).toBe(0);
    }
  });

  it('closes a taker whose remainder is below the minimum instead of resting it', () => {
    const market = openMarket(marketRules({ traded: 18, quote: 18 }, { traded: 2n * ETHER }));
    run(market, order({ id: 1, side: 'sell', traded: 4n * ETHER, quote: 8n * ETHER }));
    const events = run(market, order({ id: 2, side: 'buy', traded: 5n * ETHER, quote: 10n * ETHER }));
    expect(brief(events).slice(1)).toEqual(['done 1 filled', 'done 2 below_minimum']);
  });

  it('gives trades dense ids of the market, and a time that never goes back', () => {
    const market = openMarket(rules);
    run(market, order({ id: 1, side: 'sell', traded: 2n * ETHER, quote: 4n * ETHER, at: 500 }));
    const first = trades(
      run(market, order({ id: 2, side: 'buy', traded: ETHER, quote: 2n * ETHER, at: 900 })),
    );
    const second = trades(
      run(market, order({ id: 3, side: 'buy', traded: ETHER, quote: 2n * ETHER, at: 700 })),
    );
    expect([...first, ...second].map(({ tradeId, time }) => [tradeId, time])).toEqual([
      [3 * 2 ** 40 + 1, 900],
      [3 * 2 ** 40 + 2, 900],
    ]);
  });

  it('sells across a level of several orders, and on into the next', () => {
    const market = openMarket(rules);
    for (const id of [1, 2, 3]) run(market, order({ id, side: 'buy', traded: ETHER, quote: 2n * ETHER }));
    run(market, order({ id: 4, side: 'buy', traded: 2n * ETHER, quote: 2n * ETHER }));
    const events = run(market, order({ id: 5, side: 'sell', traded: 6n * ETHER, quote: 6n * ETHER }));
    expect(trades(events).map(({ maker, quote }) => [maker.orderId, quote])).toEqual([
      [1, 2n * ETHER],
      [2, 2n * ETHER],
      [3, 2n * ETHER],
      [4, 2n * ETHER],
    ]);
    expect(market.book.best('sell')).toMatchObject({ orderId: 5, sellBook: ETHER, sold: 5n * ETHER });
    expect(events.filter((event) => event.kind === 'level')).toHaveLength(3);
  });

  it('cancels a resting order of the same account after the taker was filled in part', () => {
    const market = openMarket(rules);
    run(market, order({ id: 1, side: 'sell', traded: ETHER, quote: 2n * ETHER }));
    run(market, order({ id: 2, account: 9, side: 'sell', traded: ETHER, quote: 2n * ETHER }));
    const events = run(
      market,
      order({ id: 3, account: 9, side: 'buy', traded: 3n * ETHER, quote: 6n * ETHER }),
    );
    expect(brief(events)).toEqual([
      `trade 1<3 ${ETHER}/${2n * ETHER}`,
      'done 1 filled',
      'done 2 self_trade',
      'rested 3',
    ]);
  });
});

describe('the smallest amounts', () => {
  it('trade at the smallest rate, and the maker gets at least its unit', () => {
    const market = openMarket(rules);
    run(market, order({ id: 1, side: 'sell', traded: 10n ** 8n, quote: 1n }));
    expect(brief(run(market, order({ id: 2, side: 'buy', traded: 1n, quote: 1n })))).toEqual([
      'trade 1<2 1/1',
      'done 2 filled',
    ]);
    expect(brief(run(market, order({ id: 3, side: 'buy', traded: 10n ** 8n - 1n, quote: 1n }))).at(-1)).toBe(
      'done 3 filled',
    );
  });

  it('never make a trade of nothing, and no order rests with nothing to offer', () => {
    for (let code = 0; code < 6 ** 4; code += 1) {
      const [a = 1n, b = 1n, c = 1n, d = 1n] = [1, 6, 36, 216].map((by) =>
        BigInt((Math.floor(code / by) % 6) + 1),
      );
      const market = openMarket(marketRules({ traded: 0, quote: 0 }));
      const events = [
        ...run(market, order({ id: 1, side: code % 2 === 0 ? 'buy' : 'sell', traded: a, quote: b })),
        ...run(market, order({ id: 2, side: code % 2 === 0 ? 'sell' : 'buy', traded: c, quote: d })),
      ];
      expect(trades(events).filter(({ traded, quote }) => traded === 0n || quote === 0n)).toEqual([]);
      expect(brokenInvariants(market)).toEqual([]);
      expect(market.defect).toBeUndefined();
    }
  });
});
