import { describe, expect, it } from '@jest/globals';
import { amount, formatRate, type MarketDecimals, rateRatio } from '@exchange/core/kernel';
import { contractVerdict } from './contract-conditions';
import { attemptFill } from './fill-arithmetic';
import { RULES_VERSION } from '../market/rules-version';
import { brief, marketRules, openMarket, order, run, type OrderFields } from '../../test/market.fixture';
import type { Market } from '../market/market';
import type { OpenOrder } from '../order/open-order';

function resting(market: Market, fields: OrderFields): OpenOrder {
  run(market, order(fields));
  const found = market.book.best(fields.side);
  if (found?.orderId !== fields.id) throw new Error('not resting');
  return found;
}

const attempt = (
  maker: OpenOrder,
  taker: OpenOrder,
  decimals: MarketDecimals,
  rulesVersion = RULES_VERSION,
) => attemptFill(maker, taker, { decimals, rulesVersion });

const alone = (decimals: { traded: number; quote: number }, fields: OrderFields) =>
  resting(openMarket(marketRules(decimals)), fields);

describe('the arithmetic of one trade', () => {
  it('rounds the rate of a buy down and of a sell up', () => {
    const decimals = { traded: 18, quote: 18 };
    const amounts = { traded: 3n * 10n ** 18n, quote: 10n ** 18n };
    expect(formatRate(alone(decimals, { id: 1, side: 'buy', ...amounts }).rateKey)).toBe('0.33333');
    expect(formatRate(alone(decimals, { id: 1, side: 'sell', ...amounts }).rateKey)).toBe('0.33334');
  });

  it('trims a buy to what its rounded rate needs when it rests', () => {
    const buy = alone(
      { traded: 18, quote: 18 },
      { id: 1, side: 'buy', traded: 3n * 10n ** 18n, quote: 10n ** 18n },
    );
    expect(buy).toMatchObject({ sellBook: 999_990_000_000_000_000n, buyBook: 3n * 10n ** 18n });
  });

  it('makes the taker give the unit that rounding costs, whichever token the maker sells', () => {
    const decimals = { traded: 0, quote: 0 };
    const sell = alone(decimals, { id: 1, side: 'sell', traded: 30_000n, quote: 40_001n });
    const buyTaker = alone(decimals, { id: 2, side: 'buy', traded: 20_000n, quote: 26_680n });
    expect(attempt(sell, buyTaker, decimals)).toEqual({
      kind: 'trade',
      makerGives: 20_000n,
      takerGives: 26_668n,
    });
    const buy = alone(decimals, { id: 3, side: 'buy', traded: 30_000n, quote: 40_001n });
    const sellTaker = alone(decimals, { id: 4, side: 'sell', traded: 20_000n, quote: 26_660n });
    // a = floor(20 000 · 1.3333) = 26 666 quote units, for ceil(26 666 / 1.3333) = 20 000 traded units.
    expect(attempt(buy, sellTaker, decimals)).toEqual({
      kind: 'trade',
      makerGives: 26_666n,
      takerGives: 20_000n,
    });
  });

  it('would break settlement if it rounded down instead: with few decimals the maker gets less than signed', () => {
    const decimals = { traded: 18, quote: 0 };
    const maker = alone(decimals, { id: 1, side: 'sell', traded: 20_000n * 10n ** 18n, quote: 25_000n });
    const taker = alone(decimals, { id: 2, side: 'buy', traded: 15_001n * 10n ** 18n, quote: 18_900n });
    const attempted = attempt(maker, taker, decimals);
    expect(attempted).toEqual({ kind: 'trade', makerGives: 15_001n * 10n ** 18n, takerGives: 18_752n });
    const { numerator, denominator } = rateRatio(maker.rateKey, decimals);
    expect((15_001n * 10n ** 18n * numerator) / denominator).toBe(18_751n);
    expect(contractVerdict(maker, taker, 15_001n * 10n ** 18n, 18_751n)).toBe('price_broken');
  });

  it('would break settlement just the same on the other side, when the maker sells the quote token', () => {
    const decimals = { traded: 0, quote: 18 };
    const maker = alone(decimals, { id: 1, side: 'buy', traded: 20_001n, quote: 20_001n * 10n ** 18n });
    const taker = alone(decimals, { id: 2, side: 'sell', traded: 15_000n, quote: 14_900n * 10n ** 18n });
    const partial = { ...maker, sellBook: (12_345n * 10n ** 18n + 1n) as OpenOrder['sellBook'] };
    const attempted = attempt(partial, taker, decimals);
    expect(attempted).toEqual({ kind: 'trade', makerGives: 12_345n * 10n ** 18n + 1n, takerGives: 12_346n });
    expect(contractVerdict(partial, taker, 12_345n * 10n ** 18n + 1n, 12_345n)).toBe('price_broken');
  });
});

describe('the contract conditions on signed amounts', () => {
  const decimals = { traded: 0, quote: 0 };
  const maker = alone(decimals, { id: 1, side: 'sell', traded: 20_000n, quote: 20_000n });
  const taker = alone(decimals, { id: 2, side: 'buy', traded: 20_000n, quote: 20_000n });

  it('accept the signed rate, and no unit less', () => {
    expect(contractVerdict(maker, taker, 5n, 5n)).toBe('settles');
    expect(contractVerdict(maker, taker, 9_999n, 10_000n)).toBe('taker_loses');
    const generous = { ...taker, buyAmount: 19_999n as OpenOrder['buyAmount'] };
    expect(contractVerdict(maker, generous, 9_999n, 10_000n)).toBe('taker_loses');
    expect(contractVerdict(maker, generous, 19_999n, 20_000n)).toBe('settles');
    expect(contractVerdict(maker, { ...generous, sold: amount(1n) }, 19_999n, 20_000n)).toBe('overfill');
  });

  it('refuse a maker that gives too much and anyone who sells more than signed', () => {
    expect(contractVerdict(maker, taker, 10_001n, 10_000n)).toBe('price_broken');
    expect(contractVerdict(maker, taker, 20_001n, 20_001n)).toBe('overfill');
    expect(contractVerdict({ ...maker, sold: 1n as OpenOrder['sold'] }, taker, 20_000n, 20_000n)).toBe(
      'overfill',
    );
  });
});

describe('dust', () => {
  const decimals = { traded: 18, quote: 0 };
  const unit = 10n ** 18n;

  it('closes the taker when its own rest is too small to trade', () => {
    const market = openMarket(marketRules(decimals));
    run(market, order({ id: 1, side: 'sell', traded: 20_000n * unit, quote: 20_001n }));
    run(market, order({ id: 2, side: 'sell', traded: 20_000n * unit, quote: 20_001n }));
    const events = run(market, order({ id: 3, side: 'buy', traded: 20_000n * unit + 5n, quote: 20_003n }));
    expect(brief(events).slice(-1)).toEqual(['done 3 filled']);
    expect(market.book.size).toBe(1);
  });

  it('closes the maker when its own rest is too small to trade, and the taker goes on', () => {
    const market = openMarket(marketRules(decimals));
    run(market, order({ id: 1, side: 'sell', traded: 20_000n * unit, quote: 20_001n }));
    run(market, order({ id: 2, side: 'buy', traded: 20_000n * unit - 5n, quote: 20_200n }));
    run(market, order({ id: 3, side: 'sell', traded: 20_000n * unit, quote: 20_001n }));
    expect(market.book.best('sell')).toMatchObject({ orderId: 1, sellBook: 5n });
    const events = run(market, order({ id: 4, side: 'buy', traded: 19_000n * unit, quote: 19_002n }));
    // Five units of the traded token would cost one of the quote token.
    expect(brief(events)[0]).toBe('done 1 filled');
    expect(brief(events)[1]).toMatch(/^trade 3<4 /);
  });

  it('says dust, not filled, of an order that never traded', () => {
    const market = openMarket(marketRules({ traded: 0, quote: 0 }));
    run(market, order({ id: 1, side: 'sell', traded: 4_999n, quote: 5_000n }));
    const events = run(market, order({ id: 2, side: 'buy', traded: 50_000n, quote: 50_015n }));
    expect(brief(events)).toEqual(['done 1 dust', 'rested 2']);
  });

  it('is both orders when both rests bound the trade alike', () => {
    const whole = { traded: 0, quote: 0 };
    const maker = alone(whole, { id: 1, side: 'sell', traded: 4_001n, quote: 4_002n });
    const taker = {
      ...alone(whole, { id: 2, side: 'buy', traded: 100_000n, quote: 100_030n }),
      sellBook: amount(4_003n),
      buyBook: amount(4_001n),
    };
    const dust = (sellBook: bigint) => attempt({ ...maker, sellBook: amount(sellBook) }, taker, whole);
    // At 1.0003, of which nothing below 10 000 units is exact.
    expect(dust(4_001n)).toEqual({ kind: 'dust', maker: true, taker: true });
    expect(dust(4_002n)).toEqual({ kind: 'dust', maker: false, taker: true });
    expect(dust(4_000n)).toEqual({ kind: 'dust', maker: true, taker: false });
  });

  it('was what lost a unit of less than 10 000, until version 3 of the rules', () => {
    const whole = { traded: 0, quote: 0 };
    const maker = alone(whole, { id: 1, side: 'sell', traded: 5_001n, quote: 5_002n });
    const taker = {
      ...alone(whole, { id: 2, side: 'buy', traded: 10_000n, quote: 10_002n }),
      sellBook: amount(5_003n),
      buyBook: amount(5_001n),
    };
    expect(attempt(maker, taker, whole, 2)).toEqual({ kind: 'dust', maker: true, taker: true });
    const longer = { ...maker, sellBook: amount(5_002n) };
    expect(attempt(longer, taker, whole, 2)).toEqual({ kind: 'dust', maker: false, taker: true });
  });
});
