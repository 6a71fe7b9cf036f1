import { Type } from '@sinclair/typebox';
import type { Side } from '@exchange/core/kernel';
import { publicTradeView, shown, text, tickerView, type ValueOf, view } from '@exchange/core/message';
import { at, coded, layout, listAt, type ViewOf, viewLayout } from './layout';
import { buyBit } from './personal';
import { among, amount, decimal, number, uint } from './value';

const takerBit = { buy: buyBit('what the taker did, whose order met the resting one') };
const { market: _, ...ofOneMarket } = publicTradeView.members;
export const marketTrade = viewLayout(
  'MarketTrade',
  "A trade in the channel's market.",
  view(ofOneMarket),
  takerBit,
);
/** seed: Historical trade. */
export const historicalTrade = viewLayout(
  'HistoricalTrade',
  'A trade of the past.',
  publicTradeView,
  takerBit,
);

const linePositions = {
  side: coded<ReturnType<typeof sideBit>, Side>(
    'DIRECTION',
    sideBit(),
    (side) => (side === 'buy' ? 1 : 0),
    'sideBit',
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

const seq = (description: string) => at('SEQ', uint(description));
const checksum = at('CHECKSUM', uint('CRC-32 of the book that the packet makes, below 2^32'));
const snapshotPositions = {
  seq: seq('the report of the market up to which this is the book'),
  checksum,
  lines: listAt(
    'LINES',
    bookLineLayout,
    'the whole book: buys from the best on, then sells from the best on',
  ),
};
export const bookSnapshotLayout = layout(
  'SequencedBookSnapshot',
  'A book with its place in the sequence of the market.',
  snapshotPositions,
);
/** A book to start from (docs/interface, books with a sequence). */
export type BookSnapshotView = ViewOf<typeof snapshotPositions>;

const updatePositions = {
  previousSeq: at('PREVIOUS_SEQ', uint('SEQ of the packet of this book before this one')),
  seq: seq('the report of the market up to which the packet brings the book'),
  checksum,
  lines: listAt('LINES', bookLineLayout, 'the lines that changed, each once; none when the book is the same'),
};
export const bookUpdateLayout = layout(
  'SequencedBookUpdate',
  'What changed in a book from one place in the sequence of the market to another.',
  updatePositions,
);
/** From one book to a later one (docs/interface, books with a sequence). */
export type BookUpdateView = ViewOf<typeof updatePositions>;
/** Where an update stands in its sequence, and what the book must be after it. */
export type BookUpdateHead = Omit<BookUpdateView, 'lines'>;

function sideBit() {
  return among('1 bids, 0 asks', 1, 0);
}

export const ticker = viewLayout('Ticker', 'A market in short; all "0" before its first trade.', tickerView);

const marketTickerView = view({ market: shown('MARKET', text, 'market id'), ...tickerView.members });
/** A ticker with the id of its market. */
export type MarketTickerView = ValueOf<typeof marketTickerView>;
export const marketTicker = viewLayout('MarketTicker', 'The ticker of one of all markets.', marketTickerView);

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
