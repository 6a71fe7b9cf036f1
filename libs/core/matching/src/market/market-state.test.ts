import { describe, expect, it } from '@jest/globals';
import { DECIMALS_MAX, MARKET_INDEX_MAX } from '@exchange/core/kernel';
import { marketRules } from '../../test/market.fixture';
import { createMarket } from './create-market';

const rules = marketRules({ traded: 18, quote: 18 });

describe('a market', () => {
  it('has an index of which trade ids are made without loss, and tokens whose rates can be computed', () => {
    const decimals = { traded: DECIMALS_MAX, quote: 0 };
    expect(createMarket({ ...marketRules(decimals), index: MARKET_INDEX_MAX }).decimals).toEqual(decimals);
  });

  it.each([MARKET_INDEX_MAX + 1, -1, 1.5])('is not made with the index %d', (index) => {
    expect(() => createMarket({ ...rules, index })).toThrow(`market index out of range: ${index}`);
  });

  it.each([
    { traded: DECIMALS_MAX + 1, quote: 0 },
    { traded: 0, quote: DECIMALS_MAX + 1 },
    { traded: 0, quote: -1 },
  ])('is not made of tokens with the decimals %j', (decimals) => {
    expect(() => createMarket(marketRules(decimals))).toThrow('decimals of a token out of range');
  });
});
