import {
  address,
  always,
  bool,
  listedFees,
  listing,
  listOf,
  object,
  optional,
  uint,
} from '@exchange/core/message';
import { defineLog } from '../message';

/** Everything that is listed, and what the contract lets its owners wait for; the last message counts. */
export const ledgerListing = defineLog('LEDGER', {
  pattern: 'ledger.v1.listing',
  writer: 'account-service',
  readers: ['account-service', 'rest-gateway', 'ws-gateway', 'market-data'],
  content: object({
    seq: uint,
    at: uint,
    listing,
    /** Seconds that the contract lets what needs no co-signature wait; absent until the chain has said so. */
    waitingPeriod: optional(uint),
    /** The contract takes no deposits now. */
    depositsPaused: optional(always(true)),
    /** The schedule of fees in force, and the announced one; absent in messages of earlier releases: the configured one. */
    fees: optional(listedFees),
    /** What the operator lets nobody withdraw by our hand: everything, or these tokens. Absent: nothing. */
    withdrawalsPaused: optional(object({ all: bool, tokens: listOf(address) })),
  }),
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
    {
      seq: 2,
      at: 1700000001000,
      listing: { tokens: [], markets: [] },
      fees: {
        current: {
          version: 1,
          rows: [{ volume: '0', makerPpm: 0, takerPpm: 2500 }],
          announcedAt: 0,
          startsAt: 0,
        },
        next: {
          version: 2,
          rows: [
            { volume: '0', makerPpm: 100, takerPpm: 2000 },
            { volume: '100000000000000000000', makerPpm: -200, takerPpm: 1000 },
          ],
          announcedAt: 1700000000000,
          startsAt: 1700086400000,
        },
      },
    },
  ],
});
