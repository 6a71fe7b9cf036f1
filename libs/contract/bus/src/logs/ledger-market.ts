import { type Static, Type } from '@sinclair/typebox';
import {
  AddressText,
  AmountText,
  DecimalText,
  FeeTerms,
  Fields,
  MarketStatus,
  Origin,
  Peg,
  SideText,
  Text,
  Uint,
} from '../fields';
import { defineLog } from '../message';

/** What an order must do at once, or is done: never take, trade what it can, or trade in full. */
export const Execution = Type.Union([
  Type.Literal('post_only'),
  Type.Literal('immediate_or_cancel'),
  Type.Literal('fill_or_kill'),
]);
export type Execution = Static<typeof Execution>;

/** Why account-service takes an order out of the book. */
export const CancelReason = Type.Union([
  Type.Literal('owner'),
  Type.Literal('expired'),
  Type.Literal('delegate_removed'),
  Type.Literal('order_cancelled_on_chain'),
  Type.Literal('exit_requested'),
  Type.Literal('disconnected'),
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
  hidden: Type.Optional(Type.Boolean()),
  execution: Type.Optional(Execution),
  /** Waits outside the book until the last trade's rate crosses this one. */
  stopRateKey: Type.Optional(Uint),
  /** The book rate follows a currency; the amounts are those at the signed rate until a rate is known. */
  peg: Type.Optional(Peg),
  origin: Type.Optional(Origin),
});

/** A change of an open order; what is absent stays. Amounts in smallest units, within what was signed and held. */
export const EditInput = Fields({
  kind: Type.Literal('edit'),
  orderId: Uint,
  account: AddressText,
  sellBook: Type.Optional(AmountText),
  buyBook: Type.Optional(AmountText),
  hidden: Type.Optional(Type.Boolean()),
  stopRateKey: Type.Optional(Uint),
  peg: Type.Optional(Peg),
  leaveAt: Type.Optional(Uint),
  /** The terms of the account's tier at the time of the edit. */
  fees: FeeTerms,
  origin: Type.Optional(Origin),
});

export const CancelInput = Fields({
  kind: Type.Literal('cancel'),
  orderId: Uint,
  account: AddressText,
  reason: CancelReason,
  origin: Type.Optional(Origin),
});

export const MarketInput = Type.Union([PlaceInput, EditInput, CancelInput]);
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
          kind: 'place',
          orderId: 140737488355330,
          account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
          side: 'buy',
          sellAmount: '200000000000000000000',
          buyAmount: '1000000000000000000',
          sellBook: '200000000000000000000',
          buyBook: '1000000000000000000',
          fees: { makerPpm: -200, takerPpm: 2000, settlementFee: '7', rebateToken: 'buy' },
          leaveAt: 1900000000,
          hidden: true,
          execution: 'post_only',
          stopRateKey: 1030000,
          peg: { currency: 'USD', rateKey: 1030000 },
        },
        {
          kind: 'edit',
          orderId: 140737488355330,
          account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
          buyBook: '900000000000000000',
          hidden: false,
          leaveAt: 1800000000,
          fees: { makerPpm: -200, takerPpm: 2000, settlementFee: '0', rebateToken: 'buy' },
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
  /** How far from the last trade's rate a taker may sweep, in percent; absent when there is no band. */
  priceBandPercent: Type.Optional(Uint),
});
export type MarketRules = Static<typeof MarketRules>;

export const ControlInput = Type.Union([
  Fields({ kind: Type.Literal('rules'), rules: MarketRules }),
  /** Unix seconds; orders whose moment has come leave. */
  Fields({ kind: Type.Literal('time'), now: Uint }),
  Fields({ kind: Type.Literal('status'), status: MarketStatus }),
  /** How much of a currency one whole quote token is worth; null when no fresh rate is known. */
  Fields({
    kind: Type.Literal('peg_rate'),
    currency: Text,
    rate: Type.Union([DecimalText, Type.Null()]),
  }),
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
        { kind: 'peg_rate', currency: 'USD', rate: '1.000213' },
        { kind: 'peg_rate', currency: 'JPY', rate: null },
      ],
    },
  ],
});
