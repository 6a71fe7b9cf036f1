import { type Static, Type } from '@sinclair/typebox';
import {
  AddressText,
  AmountText,
  FeeTerms,
  Fields,
  MarketStatus,
  Origin,
  SideText,
  Text,
  Uint,
} from '../fields';
import { defineLog } from '../message';

/** Why account-service takes an order out of the book. */
export const CancelReason = Type.Union([
  Type.Literal('owner'),
  Type.Literal('expired'),
  Type.Literal('delegate_removed'),
  Type.Literal('order_cancelled_on_chain'),
  Type.Literal('exit_requested'),
]);
export type CancelReason = Static<typeof CancelReason>;

/** A funded order for a book; amounts in smallest units. */
export const PlaceInput = Fields({
  kind: Type.Literal('place'),
  orderId: Uint,
  account: AddressText,
  side: SideText,
  sellAmount: AmountText,
  buyAmount: AmountText,
  sellBook: AmountText,
  buyBook: AmountText,
  fees: FeeTerms,
  /** Unix seconds at which the order leaves the book. */
  leaveAt: Uint,
  origin: Type.Optional(Origin),
});

export const CancelInput = Fields({
  kind: Type.Literal('cancel'),
  orderId: Uint,
  account: AddressText,
  reason: CancelReason,
  origin: Type.Optional(Origin),
});

export const MarketInput = Type.Union([PlaceInput, CancelInput]);
export type MarketInput = Static<typeof MarketInput>;

/** What one turn of a partition's owner sends to one market, in order. `at`: acceptance, Unix ms. */
export const ledgerMarket = defineLog('LEDGER', {
  pattern: 'ledger.v1.market.*.*',
  writer: 'account-service',
  readers: ['matching-engine'],
  schema: Fields({ seq: Uint, at: Uint, inputs: Type.Array(MarketInput) }),
  fixtures: [
    {
      seq: 1,
      at: 1700000000000,
      inputs: [
        {
          kind: 'place',
          orderId: 140737488355329,
          account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
          side: 'sell',
          sellAmount: '1000000000000000000',
          buyAmount: '200000000000000000000',
          sellBook: '1000000000000000000',
          buyBook: '200000000000000000000',
          fees: { makerPpm: 0, takerPpm: 2500, settlementFee: '0', rebateToken: 'sell' },
          leaveAt: 1900000000,
          origin: { gateway: 'ws-1', connection: 7, command: 3, rid: 12 },
        },
        {
          kind: 'cancel',
          orderId: 140737488355329,
          account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
          reason: 'owner',
        },
      ],
    },
  ],
});

/** The rules of one market that the engine needs; amounts in smallest units of the named token. */
export const MarketRules = Fields({
  market: Text,
  index: Uint,
  tradedDecimals: Uint,
  quoteDecimals: Uint,
  minOrderRemaining: AmountText,
  minOrderRemainingQuote: AmountText,
});
export type MarketRules = Static<typeof MarketRules>;

export const ControlInput = Type.Union([
  Fields({ kind: Type.Literal('rules'), rules: MarketRules }),
  /** Unix seconds; orders whose moment has come leave. */
  Fields({ kind: Type.Literal('time'), now: Uint }),
  Fields({ kind: Type.Literal('status'), status: MarketStatus }),
]);
export type ControlInput = Static<typeof ControlInput>;

/** Global inputs of a market from partition 0; a market exists from its first `rules` on. */
export const ledgerControl = defineLog('LEDGER', {
  pattern: 'ledger.v1.control.*',
  writer: 'account-service',
  readers: ['matching-engine'],
  schema: Fields({ seq: Uint, at: Uint, inputs: Type.Array(ControlInput) }),
  fixtures: [
    {
      seq: 1,
      at: 1700000000000,
      inputs: [
        {
          kind: 'rules',
          rules: {
            market: 'ETHDAI',
            index: 1,
            tradedDecimals: 18,
            quoteDecimals: 18,
            minOrderRemaining: '0',
            minOrderRemainingQuote: '1000000000000000000',
          },
        },
        { kind: 'status', status: 'open' },
        { kind: 'time', now: 1700000000 },
      ],
    },
  ],
});
