import { describe, expect, it } from '@jest/globals';
import { marketAddress, parseRoute } from './route';

describe('the route behind #', () => {
  it.each([
    ['', { view: 'market', market: undefined }],
    ['#', { view: 'market', market: undefined }],
    ['#/', { view: 'market', market: undefined }],
    ['#/market/ETHDAI', { view: 'market', market: 'ETHDAI' }],
    ['#/market/%E2%82%ACDAI', { view: 'market', market: '€DAI' }],
    ['#/market/%', { view: 'market', market: '%' }],
    ['#/funds', { view: 'funds' }],
    ['#/funds/more', { view: 'unknown' }],
    ['#/market', { view: 'unknown' }],
    ['#/market/ETHDAI/more', { view: 'unknown' }],
    ['#/nothing', { view: 'unknown' }],
  ])('%s', (hash, route) => expect(parseRoute(hash)).toEqual(route));

  it('of a market leads back to it', () => {
    for (const market of ['ETHDAI', 'a/b', '€ %'])
      expect(parseRoute(marketAddress(market))).toEqual({ view: 'market', market });
  });
});
