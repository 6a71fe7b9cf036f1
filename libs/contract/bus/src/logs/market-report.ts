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
import { CancelReason } from './ledger-market';

/** Why an order is no longer open. */
export const DoneReason = Type.Union([
  Type.Literal('filled'),
  Type.Literal('dust'),
  Type.Literal('self_trade'),
  Type.Literal('below_minimum'),
  Type.Literal('market_closed'),
  Type.Literal('market_restarting'),
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

export const MarketEvent = Type.Union([
  /** The order entered the book at a level. */
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
  /** A cancel came too late: the order was not open any more. */
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
      ],
    },
  ],
});
