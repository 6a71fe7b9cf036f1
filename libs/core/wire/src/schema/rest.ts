import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { bar, ticker } from './market';
import { among, amount, bool, decimal, listOf, nullable, object, timeMs, uint, words } from './value';

const direction = (description: string) => among(description, 'BUY', 'SELL');

const restBookLineSchema = object('RestBookLine', 'All visible orders of one side at one rate.', {
  direction: direction('side'),
  rate: decimal('rate of the line'),
  amount: amount('of the traded token, all orders of the line'),
  orderCount: uint('how many orders'),
});
/** seed: Order book line (HTTP). */
export type RestBookLine = Readonly<Static<typeof restBookLineSchema>>;

const restTradeSchema = object('RestTrade', 'A trade.', {
  id: uint('trade id'),
  market: words('market id'),
  direction: direction('what the taker did, whose order met the resting one'),
  rate: decimal('rate of the trade'),
  amount: amount('of the traded token'),
  timestamp: timeMs('traded'),
  reversed: Type.Optional(bool('the trade could not settle and was undone; absent otherwise')),
});
/** seed: Market trade (HTTP). */
export type RestTrade = Readonly<Static<typeof restTradeSchema>>;

export const restTradesSchema = object('RestTrades', 'A page of trades, newest first.', {
  trades: listOf(restTradeSchema),
  market: words('market id'),
  limit: uint('as it was applied'),
});
/** The `data` of the trades endpoint. */
export type RestTrades = Readonly<Static<typeof restTradesSchema>>;

export const restBookSchema = listOf(
  restBookLineSchema,
  'buys from the best on, then sells from the best on',
);

/** The members of a ticker by name. */
export const restTickerSchema = object('RestTicker', 'A market in short; all "0" before its first trade.', {
  ...ticker.members,
});
export const restTickersSchema = listOf(
  object('RestMarketTicker', 'A market in short, with its best lines; null where a side is empty.', {
    market: words('market id'),
    ...ticker.members,
    bid: nullable(decimal('best rate at which somebody buys')),
    bidAmount: nullable(amount('of the traded token, all visible orders at that rate')),
    ask: nullable(decimal('best rate at which somebody sells')),
    askAmount: nullable(amount('of the traded token, all visible orders at that rate')),
  }),
  'every market, in the order of their listing',
);

export const restBarsSchema = listOf(bar.schema, 'bars, newest first');
export const restTimeSchema = object('RestTime', 'The clock of the server.', { time: timeMs('now') });

/** The envelope of a successful answer, by this name. */
export const successSchema = (title: string, data: TSchema) =>
  object(title, 'A successful answer.', {
    status: Type.Literal(0),
    message: Type.Literal('success'),
    data,
  });

/** The envelope of a failure with one of these statuses, by this name. */
export const failureSchema = (title: string, statuses: readonly number[]) =>
  object(title, 'A failure.', {
    status: among('which failure', ...statuses),
    message: words('what was wrong, and what would be right'),
    data: Type.Null(),
  });
