import { amountText, bool, decimalText, optional, shown, text, uint, type ValueOf, view } from '../codec';

/** seed: Market trade, Historical trade. `buy`: the taker bought the traded token. */
export const publicTradeView = view({
  id: shown('ID', uint, 'trade id'),
  market: shown('MARKET', text, 'market id'),
  buy: shown('DIRECTION', bool, 'what the taker did, whose order met the resting one'),
  rate: shown('RATE', decimalText, 'rate of the trade'),
  amount: shown('AMOUNT', amountText, 'of the traded token'),
  timestamp: shown('TIMESTAMP', uint, 'traded, Unix ms'),
  /** It could not settle and was undone; shown in objects only. */
  reversed: optional(bool),
});
export type PublicTradeView = ValueOf<typeof publicTradeView>;

/** A market in short (seed: Ticker); all decimal strings. */
export const tickerView = view({
  rate: shown('RATE', decimalText, 'rate of the last trade'),
  change24h: shown('CHANGE_24H', decimalText, 'percent against the rate of 24 hours ago'),
  volumeTraded24h: shown('VOLUME_TRADED_24H', decimalText, 'whole traded tokens in 24 hours'),
  volumeQuote24h: shown('VOLUME_QUOTE_24H', decimalText, 'whole quote tokens in 24 hours'),
  high24h: shown('HIGH_24H', decimalText, 'highest rate in 24 hours'),
  low24h: shown('LOW_24H', decimalText, 'lowest rate in 24 hours'),
});
export type TickerView = ValueOf<typeof tickerView>;

/** Trades of one interval (seed: Bar); rates and volumes as exact decimal strings, `time` of its opening in Unix ms. */
export const barView = view({
  time: uint,
  open: text,
  high: text,
  low: text,
  close: text,
  volume: text,
  volumeQuote: text,
});
export type BarView = ValueOf<typeof barView>;

/** The newest bar of a precision of a market. */
export const runningBar = view({ precision: text, bar: barView });
export type RunningBar = ValueOf<typeof runningBar>;
