import { describe, expect, it } from '@jest/globals';
import { atRate, brief, marketRules, openMarket, order, run } from '../../test/market.fixture';

const ETHER = 10n ** 18n;
const decimals = { traded: 18, quote: 18 };
const rules = marketRules(decimals);
const fillOrKill = { execution: 'fill_or_kill' } as const;

describe('a hidden order', () => {
  it('comes after the visible ones of its level, and before worse rates', () => {
    const market = openMarket(rules);
    run(market, atRate(1, 'sell', 1n, 200n, { hidden: true }));
    run(market, atRate(2, 'sell', 1n, 200n));
    run(market, atRate(3, 'sell', 1n, 201n));
    const trades = run(market, atRate(4, 'buy', 3n, 300n)).filter((event) => event.kind === 'trade');
    expect(trades.map(({ maker }) => maker.orderId)).toEqual([2, 1, 3]);
  });

  it('shows in no level: neither when it rests, trades, nor leaves', () => {
    const market = openMarket(rules);
    const levels = [
      ...run(market, atRate(1, 'sell', 2n, 200n, { hidden: true })),
      ...run(market, atRate(2, 'buy', 1n, 200n)),
      ...run(market, { ...atRate(1, 'sell', 1n, 1n), kind: 'cancel', reason: 'owner' }),
    ].filter((event) => event.kind === 'level');
    expect(levels).toEqual([]);
    expect(market.book.size).toBe(0);
  });
});

describe('post-only', () => {
  it('rests, or is done before it takes, be it a hidden or its own order', () => {
    const market = openMarket(rules);
    run(market, atRate(1, 'sell', 1n, 200n, { hidden: true }));
    const postOnly = { execution: 'post_only', account: 1 } as const;
    expect(brief(run(market, atRate(2, 'buy', 1n, 200n, postOnly)))).toEqual(['done 2 post_only']);
    expect(brief(run(market, atRate(3, 'buy', 1n, 199n, postOnly)))).toEqual(['rested 3']);
  });
});

describe('immediate-or-cancel', () => {
  it('trades what it can, and the remainder is canceled', () => {
    const market = openMarket(rules);
    const immediate = { execution: 'immediate_or_cancel' } as const;
    expect(brief(run(market, atRate(1, 'buy', 1n, 200n, immediate)))).toEqual(['done 1 immediate_or_cancel']);
    run(market, atRate(2, 'sell', 1n, 200n));
    expect(brief(run(market, atRate(3, 'buy', 3n, 200n, immediate)))).toEqual([
      `trade 2<3 ${ETHER}/${2n * ETHER}`,
      'done 2 filled',
      'done 3 immediate_or_cancel',
    ]);
    expect(market.book.size).toBe(0);
  });
});

describe('fill-or-kill', () => {
  it('is filled by exactly ten orders of a tenth', () => {
    const market = openMarket(rules);
    const tenth = ETHER / 10n;
    for (let id = 1; id <= 10; id += 1) {
      run(market, order({ id, side: 'sell', traded: tenth, quote: 2n * tenth, hidden: id % 2 === 0 }));
    }
    const told = brief(run(market, atRate(11, 'buy', 1n, 200n, fillOrKill)));
    expect(told.filter((text) => text.startsWith('trade'))).toHaveLength(10);
    expect(told.at(-1)).toBe('done 11 filled');
    expect(market.book.size).toBe(0);
  });

  it('changes nothing when one unit is missing, its own order is met, or the band ends it', () => {
    const short = openMarket(rules);
    run(short, order({ id: 1, side: 'sell', traded: ETHER - 1n, quote: 2n * ETHER - 2n }));
    const before = JSON.stringify(
      short.book.get(order({ id: 1, side: 'sell', traded: 1n, quote: 1n }).orderId),
      text,
    );
    expect(brief(run(short, atRate(2, 'buy', 1n, 200n, fillOrKill)))).toEqual(['done 2 fill_or_kill']);
    expect(JSON.stringify(short.book.best('sell'), text)).toBe(before);

    const own = openMarket(rules);
    run(own, atRate(1, 'sell', 1n, 200n, { account: 7 }));
    run(own, atRate(2, 'sell', 1n, 200n));
    expect(brief(run(own, atRate(3, 'buy', 2n, 200n, { ...fillOrKill, account: 7 })))).toEqual([
      'done 3 fill_or_kill',
    ]);
    expect(own.book.size).toBe(2);

    const banded = openMarket(marketRules(decimals, { band: 10 }));
    run(banded, atRate(1, 'sell', 1n, 200n));
    run(banded, atRate(2, 'buy', 1n, 200n));
    run(banded, atRate(3, 'sell', 1n, 221n));
    expect(brief(run(banded, atRate(4, 'buy', 1n, 300n, fillOrKill)))).toEqual(['done 4 fill_or_kill']);
  });

  it('counts a remainder that is dust as filled', () => {
    const decimals = { traded: 0, quote: 18 };
    const market = openMarket(marketRules(decimals));
    run(market, order({ id: 1, side: 'sell', traded: 20_000n, quote: 20_000n * ETHER }));
    // Half a traded token's worth is left over.
    const taker = { sell: 15_000n * ETHER + ETHER / 2n, buy: 15_000n };
    const fields = { id: 2, side: 'buy', traded: 15_000n, quote: taker.sell, ...fillOrKill } as const;
    expect(brief(run(market, order(fields))).at(-1)).toBe('done 2 filled');
  });
});

describe('the price band', () => {
  it('ends a sweep past it, measured from the last trade before the sweep', () => {
    const market = openMarket(marketRules(decimals, { band: 10 }));
    run(market, atRate(1, 'sell', 1n, 200n));
    run(market, atRate(2, 'buy', 1n, 200n));
    run(market, atRate(3, 'sell', 1n, 210n));
    run(market, atRate(4, 'sell', 1n, 220n));
    run(market, atRate(5, 'sell', 1n, 230n));
    const told = brief(run(market, atRate(6, 'buy', 3n, 300n)));
    expect(told.filter((text) => !text.startsWith('trade'))).toEqual([
      'done 3 filled',
      'done 4 filled',
      'done 6 price_band',
    ]);
    run(market, atRate(7, 'buy', 1n, 197n));
    expect(brief(run(market, atRate(8, 'sell', 1n, 100n)))).toEqual(['done 8 price_band']);
  });

  it('stops nothing before the first trade, nor an order that only rests', () => {
    const market = openMarket(marketRules(decimals, { band: 1 }));
    run(market, atRate(1, 'sell', 1n, 200n));
    expect(brief(run(market, atRate(2, 'buy', 1n, 900n)))).toContain('done 2 filled');
    expect(brief(run(market, atRate(3, 'buy', 1n, 900n)))).toEqual(['rested 3']);
  });
});

const text = (_key: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);
