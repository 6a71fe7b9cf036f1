import { describe, expect, it } from '@jest/globals';
import { AMOUNT_MAX } from '@exchange/core/kernel';
import { brief, marketRules, openMarket, order, type OrderFields, run } from '../../test/market.fixture';
import { brokenInvariants } from '../market/invariants';
import type { Market } from '../market/market';
import { RULES_VERSION } from '../market/rules-version';

const WHOLE = { traded: 0, quote: 0 };
const open = (rulesVersion = RULES_VERSION) => openMarket(marketRules(WHOLE), { rulesVersion });

/** 99.999: only whole thousands of traded units are worth a whole number of quote units. */
const RATE = { traded: 1_000n, quote: 99_999n };
const atRate = (id: number, side: 'buy' | 'sell', thousands: bigint, more: Partial<OrderFields> = {}) =>
  order({ id, side, traded: thousands * RATE.traded, quote: thousands * RATE.quote, ...more });

/** A buy at 99.999 that wants so many units, after somebody who signed less sold it the others. */
function leave(market: Market, id: number, units: bigint): void {
  const thousands = units / RATE.traded + 1n;
  run(market, atRate(id, 'buy', thousands));
  const others = thousands * RATE.traded - units;
  const told = brief(run(market, order({ id: id + 100, side: 'sell', traded: others, quote: others * 99n })));
  expect(told.at(-1)).toBe(`done ${id + 100} filled`);
  expect(market.book.best('buy')).toMatchObject({ orderId: id, buyBook: units });
}

function told(market: Market, command: Parameters<typeof run>[1]): string[] {
  const events = brief(run(market, command));
  expect(brokenInvariants(market)).toEqual([]);
  expect(market.defect).toBeUndefined();
  return events;
}

describe('a taker that signed the very rate of the maker', () => {
  it('gets what it signed to the unit: less is traded where rounding up would cost it one', () => {
    const market = open();
    leave(market, 1, 10_001n);
    // 1 000 089 for 10 001 would be 99.9989. The maker's last unit can't trade with anybody at its rate, and goes.
    expect(told(market, atRate(3, 'sell', 20n))).toEqual([
      'trade 1<3 10000/999990',
      'done 1 filled',
      'rested 3',
    ]);
  });

  it('lost the unit until version 3 of the rules, and older records are done again so', () => {
    const market = open(2);
    leave(market, 1, 10_001n);
    expect(told(market, atRate(3, 'sell', 20n))).toEqual([
      'trade 1<3 10001/1000089',
      'done 1 filled',
      'rested 3',
    ]);
  });

  it('does so as the buyer as well', () => {
    const market = open();
    const rate = { traded: 100_000n, quote: 99_999n };
    run(market, order({ id: 1, side: 'sell', traded: 2n * rate.traded, quote: 2n * rate.quote }));
    run(market, order({ id: 2, side: 'buy', traded: 99_000n, quote: 99_000n }));
    expect(
      told(market, order({ id: 3, side: 'buy', traded: 3n * rate.traded, quote: 3n * rate.quote })),
    ).toEqual(['trade 1<3 100000/99999', 'done 1 filled', 'rested 3']);
  });

  it('goes on behind a maker whose rest of at most 10 000 units keeps nothing', () => {
    const market = open();
    leave(market, 1, 900n);
    run(market, atRate(2, 'buy', 5n));
    expect(told(market, atRate(3, 'sell', 2n))).toEqual([
      'done 1 dust',
      `trade 2<3 2000/${2n * RATE.quote}`,
      'done 3 filled',
    ]);
  });

  it('ends at a maker whose rest keeps nothing and is more: others can take that', () => {
    const market = open();
    const rate = { traded: 100_000n, quote: 99_999n };
    run(market, order({ id: 1, side: 'sell', traded: 2n * rate.traded, quote: 2n * rate.quote }));
    run(market, order({ id: 2, side: 'buy', traded: 50_000n, quote: 50_000n }));
    const tight = { traded: 10n * rate.traded, quote: 10n * rate.quote };
    expect(told(market, order({ id: 3, side: 'buy', ...tight }))).toEqual([
      'trade 1<3 100000/99999',
      'done 3 dust',
    ]);
    expect(market.book.best('sell')).toMatchObject({ orderId: 1, sellBook: 50_000n });
    // Nothing of it was taken by an order that traded nothing, either.
    expect(told(market, order({ id: 4, side: 'buy', ...tight }))).toEqual(['done 4 dust']);
    const more = order({ id: 5, side: 'buy', traded: 50_000n, quote: 50_005n });
    expect(told(market, more)).toEqual(['trade 1<5 50000/50000', 'done 1 filled', 'done 5 filled']);
  });

  it('waits for an edit in that case, when it signed for more than it offers', () => {
    const market = open();
    run(market, order({ id: 1, side: 'sell', traded: 200_000n, quote: 199_998n }));
    run(market, order({ id: 2, side: 'buy', traded: 150_000n, quote: 150_000n }));
    const fields = { traded: 100_000n, quote: 99_999n, sell: 999_990n, buy: 1_000_000n };
    expect(told(market, order({ id: 3, side: 'buy', ...fields }))).toEqual(['waiting 3 edit']);
  });

  it('counts as filled with dust of a hundredth at most, and is canceled with more', () => {
    const market = open();
    leave(market, 1, 10_001n);
    run(market, atRate(2, 'buy', 50n));
    expect(told(market, order({ id: 3, side: 'sell', traded: 20_001n, quote: 2_000_079n }))).toEqual([
      'trade 1<3 10000/999990',
      'done 1 filled',
      'trade 2<3 10000/999990',
      'done 3 filled',
    ]);
  });
});

describe('a fill-or-kill order at the very rate of the makers', () => {
  const fillOrKill = { execution: 'fill_or_kill' } as const;

  it('is filled with dust of a hundredth at most', () => {
    const market = open();
    leave(market, 1, 10_001n);
    run(market, atRate(2, 'buy', 50n));
    expect(
      told(market, order({ id: 3, side: 'sell', traded: 20_001n, quote: 2_000_079n, ...fillOrKill })),
    ).toEqual(['trade 1<3 10000/999990', 'done 1 filled', 'trade 2<3 10000/999990', 'done 3 filled']);
  });

  it('changes nothing when more would be left: of its own, or because a maker stays', () => {
    const own = open();
    leave(own, 1, 900n);
    run(own, atRate(2, 'buy', 50n));
    const fields = { id: 3, side: 'sell', traded: 1_501n, quote: 150_098n } as const;
    expect(told(own, order({ ...fields, ...fillOrKill }))).toEqual(['done 3 fill_or_kill']);
    expect(own.book.best('buy')).toMatchObject({ orderId: 1, buyBook: 900n });
    expect(told(own, order(fields))).toEqual(['trade 1<3 900/89999', 'done 1 filled', 'done 3 dust']);

    const others = open();
    run(others, order({ id: 1, side: 'sell', traded: 200_000n, quote: 199_998n }));
    run(others, order({ id: 2, side: 'buy', traded: 50_000n, quote: 50_000n }));
    const tight = { traded: 1_000_000n, quote: 999_990n };
    expect(told(others, order({ id: 3, side: 'buy', ...tight, ...fillOrKill }))).toEqual([
      'done 3 fill_or_kill',
    ]);
    expect(others.book.best('sell')).toMatchObject({ orderId: 1, sellBook: 150_000n });
  });
});

it('keeps terms to the unit with the largest amounts', () => {
  const market = open();
  const traded = AMOUNT_MAX / 2n;
  run(market, order({ id: 1, side: 'sell', traded, quote: (traded * 12_347n) / 10_000n }));
  const [trade] = run(
    market,
    order({ id: 2, side: 'buy', traded: traded - 5n, quote: ((traded - 5n) * 12_347n) / 10_000n + 1n }),
  ).filter((event) => event.kind === 'trade');
  expect(trade?.traded).toBeGreaterThan(traded - 20_000n);
});
