import { describe, expect, it } from '@jest/globals';
import { address, DECIMALS_MAX, MARKET_INDEX_MAX } from '@exchange/core/kernel';
import { ListingState } from './listing-state';

const token = (symbol: string, number: number, decimals = 18) => ({
  symbol,
  contract: address(`0x${number.toString(16).padStart(40, '0')}`),
  name: symbol,
  ...{
    decimals,
    minOrderAmount: '10000',
    minOrderRemaining: '0',
    supply: '1000',
    description: '',
    links: {},
  },
});
const market = (traded: string, quote: string) => ({
  market: `${traded}${quote}`,
  ...{ traded, quote, minOrderAmountQuote: '10000', minOrderRemainingQuote: '0' },
});

describe('a listing', () => {
  it('has no token with more decimals than rates are computed with', () => {
    const listing = ListingState.of({ tokens: [], markets: [] });
    expect(listing.listToken(token('MOST', 1, DECIMALS_MAX))).toEqual({ ok: true, value: 'listed' });
    expect(listing.listToken(token('MORE', 2, DECIMALS_MAX + 1))).toMatchObject({
      message: 'decimals must be 1 to 27',
    });
    expect(listing.listToken(token('NONE', 3, 0))).toMatchObject({
      message: 'decimals must be 1 to 27',
    });
  });

  it('has at most as many markets as trade ids tell apart, and the same market again is none more', () => {
    const names = Array.from({ length: 92 }, (_, number) => `T${number}`);
    const listing = ListingState.of({ tokens: [], markets: [] });
    for (const [number, name] of names.entries()) listing.listToken(token(name, number + 1));
    const pairs = names.flatMap((traded) => names.map((quote) => market(traded, quote)));
    const listed = pairs.filter(({ traded, quote }) => traded !== quote).slice(0, MARKET_INDEX_MAX + 1);
    const last = listed.at(-2) ?? market('', '');
    for (const one of listed.slice(0, -1)) expect(listing.listMarket(one)).toMatchObject({ ok: true });
    expect(listing.listMarket(last)).toMatchObject({
      value: { market: { index: MARKET_INDEX_MAX }, isNew: false },
    });
    expect(listing.listMarket(listed.at(-1) ?? last)).toMatchObject({
      code: 'INVALID_LISTING',
      message: '8191 markets are listed, which is the most there can be',
    });
    expect(listing.content().markets).toHaveLength(MARKET_INDEX_MAX);
  });
});
