import { describe, expect, it } from '@jest/globals';
import type { ListedMarkets } from '../../exchange/exchange';
import { directionOf, marketRows } from './market-rows';

const token = (name: string) => ({
  ...{ contract: '0x00', name, decimals: 18, minOrderAmount: '1', minOrderRemaining: '1' },
  status: 'open' as const,
});
const market = (traded: string, quote: string, status: 'open' | 'cancel_only' = 'open') => ({
  ...{ traded, quote, status, minOrderAmountQuote: '1', minOrderRemainingQuote: '1' },
});
const listing: ListedMarkets = {
  tokens: { ETH: token('Ether'), DAI: token('Dai Stablecoin'), LINK: token('Chainlink') },
  markets: { ETHDAI: market('ETH', 'DAI'), LINKETH: market('LINK', 'ETH', 'cancel_only') },
};
const ticker = {
  ...{ market: 'ETHDAI', rate: '1300.5', change24h: '-2.91', high24h: '1310', low24h: '1290' },
  ...{ volumeTraded24h: '12.5', volumeQuote24h: '16256.2' },
};
const idsFor = (word: string) => marketRows(listing, new Map(), word).map(({ id }) => id);

describe('the rows of the list of markets', () => {
  it.each([
    ['', ['ETHDAI', 'LINKETH']],
    ['dai', ['ETHDAI']],
    ['eth/dai', ['ETHDAI']],
    [' chainl ', ['LINKETH']],
    ['zeppelin', []],
  ])('of the search for "%s"', (word, ids) => expect(idsFor(word)).toEqual(ids));

  it('have their figures once there was a trade', () => {
    const [first, second] = marketRows(listing, new Map([['ETHDAI', ticker]]), '');
    expect(first).toMatchObject({
      status: 'open',
      figures: { last: '1,300.5', change: '−2.91%', volume: '16.2K', direction: 'down' },
    });
    expect(second).toMatchObject({ status: 'cancel_only', figures: undefined });
    const untraded = new Map([['ETHDAI', { ...ticker, rate: '0' }]]);
    expect(marketRows(listing, untraded, '')[0]?.figures).toBeUndefined();
  });

  it('say which way a rate went', () => {
    expect(['-0.01', '0', '0.00', '3'].map(directionOf)).toEqual(['down', 'same', 'same', 'up']);
  });
});
