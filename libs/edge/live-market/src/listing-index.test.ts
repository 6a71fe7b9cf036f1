import { describe, expect, it } from '@jest/globals';
import { ledgerListing } from '@exchange/contract/bus';
import { address } from '@exchange/core/kernel';
import type { Listing } from '@exchange/core/message';
import { ListingIndex } from './listing-index';

const base: Listing = ledgerListing.examples[0]?.listing ?? { tokens: [], markets: [] };
const [eth, dai] = base.tokens;
const [ethDai] = base.markets;

describe('the index of a listing', () => {
  it('finds tokens by symbol and contract, markets by id', () => {
    const index = new ListingIndex(1, base);
    expect(index.token('DAI')).toBe(dai);
    expect(index.tokenAt(address(dai?.contract ?? ''))).toBe(dai);
    expect(index.market('ETHDAI')?.quote).toBe(dai);
    expect(index.market('ethdai')).toBeUndefined();
  });

  it('finds what matches ignoring case only when it is the only one', () => {
    const listing = {
      tokens: [
        eth,
        dai,
        { ...eth, symbol: 'sETH', contract: `0x${'01'.repeat(20)}` },
        { ...eth, symbol: 'SETH' },
      ],
      markets: [ethDai, { ...ethDai, market: 'sETHDAI' }, { ...ethDai, market: 'SETHDAI' }],
    } as Listing;
    const index = new ListingIndex(1, listing);
    expect(index.tokenIgnoringCase('dai')?.symbol).toBe('DAI');
    expect(index.tokenIgnoringCase('sETH')?.symbol).toBe('sETH');
    expect(index.tokenIgnoringCase('SeTH')).toBeUndefined();
    expect(index.marketIgnoringCase('ethdai')?.listed.market).toBe('ETHDAI');
    expect(index.marketIgnoringCase('sethdai')).toBeUndefined();
  });

  it('does not show markets that are delisted, and still finds them', () => {
    const listing = {
      ...base,
      markets: [ethDai, { ...ethDai, market: 'OLDDAI', status: 'delisted' }],
    } as Listing;
    const index = new ListingIndex(1, listing);
    expect(index.shown).toEqual({ tokens: base.tokens, markets: [ethDai] });
    expect(index.market('OLDDAI')?.listed.status).toBe('delisted');
  });
});
