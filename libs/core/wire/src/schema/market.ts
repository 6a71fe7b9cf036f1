import { Type } from '@sinclair/typebox';
import type { Side } from '@exchange/core/kernel';
import { at, coded, layout, type ViewOf } from './layout';
import { buyBit } from './personal';
import { among, amount, decimal, number, timeMs, uint, words } from './value';

const tradePositions = {
  id: at('ID', uint('trade id')),
  buy: buyBit('what the taker did, whose order met the resting one'),
  rate: at('RATE', decimal('rate of the trade')),
  amount: at('AMOUNT', amount('of the traded token')),
  timestamp: at('TIMESTAMP', timeMs('traded')),
};
export const marketTrade = layout('MarketTrade', "A trade in the channel's market.", tradePositions);

const { id, ...rest } = tradePositions;
const historicalPositions = { id, market: at('MARKET', words('market id')), ...rest };
export const historicalTrade = layout('HistoricalTrade', 'A trade of the past.', historicalPositions);
/** seed: Market trade, Historical trade. `buy`: the taker bought the traded token. */
export type PublicTradeView = ViewOf<typeof historicalPositions>;

const linePositions = {
  side: coded<ReturnType<typeof sideBit>, Side>(
    'DIRECTION',
    sideBit(),
    (side) => (side === 'buy' ? 1 : 0),
    (bit) => (bit === 1 ? 'buy' : 'sell'),
  ),
  rate: at('RATE', decimal('rate of the line')),
  amount: at('AMOUNT', amount('of the traded token, all orders of the line; 0 when the line is gone')),
  count: at('ORDER_COUNT', uint('how many orders; 0 when the line is gone')),
};
export const bookLineLayout = layout(
  'OrderBookLine',
  'All visible orders of one side at one rate.',
  linePositions,
);
/** seed: Order book line; amount 0 and count 0 remove the line. */
export type BookLineView = ViewOf<typeof linePositions>;

function sideBit() {
  return among('1 bids, 0 asks', 1, 0);
}

const tickerPositions = {
  rate: at('RATE', decimal('rate of the last trade')),
  change24h: at('CHANGE_24H', decimal('percent against the rate of 24 hours ago')),
  volumeTraded24h: at('VOLUME_TRADED_24H', decimal('whole traded tokens in 24 hours')),
  volumeQuote24h: at('VOLUME_QUOTE_24H', decimal('whole quote tokens in 24 hours')),
  high24h: at('HIGH_24H', decimal('highest rate in 24 hours')),
  low24h: at('LOW_24H', decimal('lowest rate in 24 hours')),
};
export const ticker = layout('Ticker', 'A market in short; all "0" before its first trade.', tickerPositions);
/** seed: Ticker; all decimal strings. */
export type TickerView = ViewOf<typeof tickerPositions>;

const marketTickerPositions = { market: at('MARKET', words('market id')), ...tickerPositions };
export const marketTicker = layout(
  'MarketTicker',
  'The ticker of one of all markets.',
  marketTickerPositions,
);
/** A ticker with the id of its market. */
export type MarketTickerView = ViewOf<typeof marketTickerPositions>;

const barPositions = {
  time: at('TIMESTAMP', uint('opening, Unix ms; Unix seconds on a connection with `bars=seconds`')),
  open: at('OPEN', number('first rate')),
  high: at('HIGH', number('highest rate')),
  low: at('LOW', number('lowest rate')),
  close: at('CLOSE', number('last rate')),
  volume: at('VOLUME', number('whole traded tokens')),
};
export const bar = layout('Bar', 'Trades of one interval.', barPositions);
export const distinctBar = layout('DistinctBar', 'A bar on a connection with distinct events.', {
  ...barPositions,
  volumeQuote: at('VOLUME_QUOTE', number('whole quote tokens')),
});
/** A bar in the numbers that the wire shows; the quote volume only with distinct events. */
export type Bar = ViewOf<typeof barPositions> & { readonly volumeQuote?: number | undefined };

export const anyBar = Type.Union([bar.schema, distinctBar.schema], { title: 'AnyBar' });

const chainPositions = {
  blockHeight: at('BLOCK_HEIGHT', uint('number of the newest block')),
  gasPrice: at('GAS_PRICE', number('wei per gas')),
};
export const chainStats = layout('ChainStats', 'Where the chain stands.', chainPositions);
/** The newest block and what gas costs (docs/interface, subscriptions). */
export type ChainStatsView = ViewOf<typeof chainPositions>;
