import { type Static, Type } from '@sinclair/typebox';
import { AddressText, AmountText, Fields, schemaOf, Text, Uint } from '../fields';
import { marketStatus } from '@exchange/core/message';
import { defineLog, ofSchema } from '../message';

/** A listed token (seed: Token info). Amounts in its smallest unit; supply in whole tokens. */
export const TokenListing = Fields({
  symbol: Text,
  contract: AddressText,
  name: Text,
  decimals: Uint,
  minOrderAmount: AmountText,
  minOrderRemaining: AmountText,
  supply: Text,
  description: Text,
  links: Type.Record(Text, Text),
});
export type TokenListing = Static<typeof TokenListing>;

/** A listed market; the quote minimums are in smallest units of the quote token. */
export const MarketListing = Fields({
  market: Text,
  index: Uint,
  traded: Text,
  quote: Text,
  minOrderAmountQuote: AmountText,
  minOrderRemainingQuote: AmountText,
  status: schemaOf(marketStatus),
});
export type MarketListing = Static<typeof MarketListing>;

export const Listing = Fields({ tokens: Type.Array(TokenListing), markets: Type.Array(MarketListing) });
export type Listing = Static<typeof Listing>;

/** Everything that is listed, and what the contract lets its owners wait for; the last message counts. */
export const ledgerListing = defineLog('LEDGER', {
  pattern: 'ledger.v1.listing',
  writer: 'account-service',
  readers: ['rest-gateway', 'ws-gateway', 'market-data'],
  content: ofSchema(
    Fields({
      seq: Uint,
      at: Uint,
      listing: Listing,
      /** Seconds that the contract lets what needs no co-signature wait; absent until the chain has said so. */
      waitingPeriod: Type.Optional(Uint),
    }),
  ),
  fixtures: [
    {
      seq: 1,
      at: 1700000000000,
      listing: {
        tokens: [
          {
            symbol: 'ETH',
            contract: '0x0000000000000000000000000000000000000000',
            name: 'Ether',
            decimals: 18,
            minOrderAmount: '10000000000000000',
            minOrderRemaining: '1000000000000000',
            supply: '0',
            description: '',
            links: {},
          },
          {
            symbol: 'DAI',
            contract: '0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1',
            name: 'Dai',
            decimals: 18,
            minOrderAmount: '1000000000000000000',
            minOrderRemaining: '100000000000000000',
            supply: '1000000',
            description: '',
            links: { website: 'https://example.org' },
          },
        ],
        markets: [
          {
            market: 'ETHDAI',
            index: 1,
            traded: 'ETH',
            quote: 'DAI',
            minOrderAmountQuote: '1000000000000000000',
            minOrderRemainingQuote: '100000000000000000',
            status: 'open',
          },
        ],
      },
    },
  ],
});
