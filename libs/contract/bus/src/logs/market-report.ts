import { type Static, Type } from '@sinclair/typebox';
import {
  AddressText,
  AmountText,
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
import { CancelReason, Execution } from './ledger-market';

/** Why an order is no longer open. */
export const DoneReason = Type.Union([
  Type.Literal('filled'),
  Type.Literal('dust'),
  Type.Literal('self_trade'),
  Type.Literal('below_minimum'),
  Type.Literal('market_closed'),
  Type.Literal('market_restarting'),
  Type.Literal('delisted'),
  Type.Literal('price_band'),
  /** It could not do what it was to do at once. */
  Execution,
  CancelReason,
]);
export type DoneReason = Static<typeof DoneReason>;

/** One side of a trade: the order, its book amounts after the trade, and the fee terms it carries. */
export const Fill = Fields({
  orderId: Uint,
  account: AddressText,
  sellBook: AmountText,
  buyBook: AmountText,
  fees: FeeTerms,
});
export type Fill = Static<typeof Fill>;

/** Why an edit was not applied; the order is as before. */
export const EditRefusal = Type.Union([
  Type.Literal('market_closed'),
  /** A post-only order would have taken. */
  Type.Literal('post_only'),
  /** More than what was left of the signed amounts, or at a worse rate than signed. */
  Type.Literal('exceeds_signed'),
  /** The stop was triggered already. */
  Type.Literal('stop_triggered'),
  Type.Literal('below_minimum'),
  Type.Literal('rate_out_of_range'),
]);
export type EditRefusal = Static<typeof EditRefusal>;

export const MarketEvent = Type.Union([
  /** The order waits outside the book: for its stop, or, pegged, for a fresh rate. */
  Fields({
    kind: Type.Literal('waiting'),
    orderId: Uint,
    account: AddressText,
    for: Type.Union([Type.Literal('stop'), Type.Literal('peg_rate')]),
  }),
  /** The stop was crossed: the order has no stop rate any more and is matched next. */
  Fields({ kind: Type.Literal('triggered'), orderId: Uint, account: AddressText }),
  /** All that an edit can change, as it is after the edit; a new place in the book is told by `rested`. */
  Fields({
    kind: Type.Literal('edited'),
    orderId: Uint,
    account: AddressText,
    sellBook: AmountText,
    buyBook: AmountText,
    /** What the ledger must hold for it from now on: more than sellBook only for a pegged buy. */
    held: AmountText,
    rateKey: Uint,
    hidden: Type.Boolean(),
    leaveAt: Uint,
    stopRateKey: Type.Optional(Uint),
    peg: Type.Optional(Peg),
    fees: FeeTerms,
  }),
  Fields({
    kind: Type.Literal('edit_refused'),
    orderId: Uint,
    account: AddressText,
    reason: EditRefusal,
  }),
  /** The order entered the book at a level; a pegged one may have moved there. */
  Fields({
    kind: Type.Literal('rested'),
    orderId: Uint,
    account: AddressText,
    side: SideText,
    rateKey: Uint,
    sellBook: AmountText,
    buyBook: AmountText,
  }),
  /** A trade at the maker's rate; the taker is on `takerSide`. `time`: Unix ms, never before the previous trade's. */
  Fields({
    kind: Type.Literal('trade'),
    tradeId: Uint,
    time: Uint,
    rateKey: Uint,
    takerSide: SideText,
    traded: AmountText,
    quote: AmountText,
    maker: Fill,
    taker: Fill,
  }),
  /** The order is no longer open and all of its hold is free. */
  Fields({ kind: Type.Literal('done'), orderId: Uint, account: AddressText, reason: DoneReason }),
  /** A cancel or an edit came too late: the order was not open any more. */
  Fields({ kind: Type.Literal('not_open'), orderId: Uint, account: AddressText }),
  /** The visible total of a level (amount in the traded token); 0 and 0 when the level is gone. */
  Fields({ kind: Type.Literal('level'), side: SideText, rateKey: Uint, amount: AmountText, count: Uint }),
  Fields({ kind: Type.Literal('status'), status: MarketStatus }),
]);
export type MarketEvent = Static<typeof MarketEvent>;

/** All events of one input, with who asked for it. */
export const MarketStep = Fields({
  account: Type.Optional(AddressText),
  origin: Type.Optional(Origin),
  events: Type.Array(MarketEvent),
});
export type MarketStep = Static<typeof MarketStep>;

/** A part of the report of one turn of a market's engine, at most 256 KiB; `seq` is dense per market. */
export const marketReport = defineLog('MARKET', {
  pattern: 'market.v1.*',
  writer: 'matching-engine',
  readers: ['account-service', 'market-data', 'ws-gateway', 'rest-gateway'],
  schema: Fields({ seq: Uint, at: Uint, market: Text, steps: Type.Array(MarketStep) }),
  fixtures: [
    {
      seq: 17,
      at: 1700000000000,
      market: 'ETHDAI',
      steps: [
        {
          account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
          origin: { gateway: 'ws-1', connection: 7, command: 3 },
          events: [
            {
              kind: 'trade',
              tradeId: 1099511627777,
              time: 1700000000000,
              rateKey: 1030000,
              takerSide: 'buy',
              traded: '1000000000000000000',
              quote: '200000000000000000000',
              maker: {
                orderId: 140737488355329,
                account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
                sellBook: '0',
                buyBook: '0',
                fees: { makerPpm: 0, takerPpm: 2500, settlementFee: '0', rebateToken: 'sell' },
              },
              taker: {
                orderId: 5,
                account: '0x00000000000000000000000000000000000000aa',
                sellBook: '1',
                buyBook: '2',
                fees: { makerPpm: 0, takerPpm: 2500, settlementFee: '0', rebateToken: 'sell' },
              },
            },
            {
              kind: 'done',
              orderId: 140737488355329,
              account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
              reason: 'filled',
            },
            { kind: 'level', side: 'sell', rateKey: 1030000, amount: '0', count: 0 },
          ],
        },
        {
          account: '0x00000000000000000000000000000000000000aa',
          events: [
            {
              kind: 'waiting',
              orderId: 6,
              account: '0x00000000000000000000000000000000000000aa',
              for: 'stop',
            },
            { kind: 'triggered', orderId: 6, account: '0x00000000000000000000000000000000000000aa' },
            {
              kind: 'edited',
              orderId: 7,
              account: '0x00000000000000000000000000000000000000aa',
              sellBook: '200000000000000000000',
              buyBook: '1000000000000000000',
              held: '210000000000000000000',
              rateKey: 1030000,
              hidden: true,
              leaveAt: 1900000000,
              stopRateKey: 1030001,
              peg: { currency: 'USD', rateKey: 1030000 },
              fees: { makerPpm: 0, takerPpm: 2500, settlementFee: '0', rebateToken: 'sell' },
            },
            {
              kind: 'edit_refused',
              orderId: 8,
              account: '0x00000000000000000000000000000000000000aa',
              reason: 'exceeds_signed',
            },
            {
              kind: 'done',
              orderId: 9,
              account: '0x00000000000000000000000000000000000000aa',
              reason: 'fill_or_kill',
            },
          ],
        },
      ],
    },
  ],
});
