import {
  amountText,
  bool,
  decimalText,
  hashText,
  listOf,
  nullable,
  shown,
  text,
  uint,
  type ValueOf,
  view,
} from '../codec';

/** An order as its owner sees it (seed: Order object). Absent values: docs/interface, objects. */
export const orderView = view({
  id: shown('ID', uint, 'number of the order, given by the server'),
  cid: shown('CID', uint, 'number that the client gave, 0 when it gave none'),
  hash: shown('HASH', hashText, 'the hash that its owner signed'),
  market: shown('MARKET', text, 'market id'),
  active: shown('ACTIVE', bool, 'whether it can still trade'),
  canceled: shown(
    'CANCELED',
    bool,
    'whether it ended before it was filled; what was left was canceled, and INFO_STRING says why',
  ),
  sellToken: shown('SELL_TOKEN', text, 'symbol of what is given'),
  buyToken: shown('BUY_TOKEN', text, "symbol of what is taken; the market's traded token in a buy order"),
  sellAmount: shown('SELL_TOKEN_AMOUNT', amountText, 'signed amount to give'),
  buyAmount: shown('BUY_TOKEN_AMOUNT', amountText, 'signed amount to take'),
  sellRemaining: shown(
    'SELL_TOKEN_REMAINING',
    amountText,
    'what of the signed amount to give has no counterpart yet',
  ),
  buyRemaining: shown(
    'BUY_TOKEN_REMAINING',
    amountText,
    'what of the signed amount to take has no counterpart yet',
  ),
  sellBook: shown(
    'SELL_TOKEN_BOOK_AMOUNT',
    amountText,
    'amount to give that the book works with; 0 while the order waits for an edit',
  ),
  buyBook: shown(
    'BUY_TOKEN_BOOK_AMOUNT',
    amountText,
    'amount to take that the book works with; above the remaining one where the rate is better than signed',
  ),
  bookRate: shown(
    'BOOK_RATE',
    decimalText,
    'rate in the book, or the last one there: 5 significant digits, at most 8 decimals, down for buys, up for sells',
  ),
  stopRate: shown(
    'STOP_RATE',
    nullable(decimalText),
    'rate that lets it enter the book; null without a stop, and once triggered',
  ),
  peggedCurrency: shown('PEGGED_CURRENCY', nullable(text), 'currency that the rate follows, or null'),
  peggedRate: shown('PEGGED_RATE', nullable(decimalText), 'rate in that currency, or null'),
  hidden: shown('HIDDEN', bool, 'whether the public book leaves it out'),
  trades: shown('TRADES', listOf(uint), 'ids of its trades'),
  info: shown('INFO_STRING', text, 'why it is as it is; empty when there is nothing to say'),
  nonce: shown('NONCE', uint, 'signed nonce'),
  timestamp: shown('TIMESTAMP', uint, 'placed, Unix ms'),
  lastActive: shown('LAST_ACTIVE_TIMESTAMP', uint, 'last time that it was active, Unix ms'),
});
export type OrderView = ValueOf<typeof orderView>;
