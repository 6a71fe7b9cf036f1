import {
  amountText,
  bool,
  decimalText,
  oneOf,
  optional,
  shown,
  text,
  uint,
  type ValueOf,
  view,
} from '../codec';

/** What an account's order was in a trade. */
export const tradeRole = oneOf('maker', 'taker');

/** One side of a trade, the account's own (seed: User trade). */
export const userTradeView = view({
  id: shown('ID', uint, 'trade id'),
  market: shown('MARKET', text, 'market id'),
  buy: shown('DIRECTION', bool, 'what the own order did'),
  rate: shown('RATE', decimalText, 'rate of the trade'),
  amount: shown('AMOUNT', amountText, 'of the traded token'),
  tradeFee: shown('TRADE_FEE', amountText, 'fee, in the token that was bought'),
  settlementFee: shown('SETTLEMENT_FEE', amountText, "the taker's share of what settling costs"),
  makerRebate: shown('MAKER_REBATE', amountText, 'what the maker gets; 0 for takers'),
  rebateToken: shown('REBATE_TOKEN', text, 'symbol of the rebate; empty when there is none'),
  timestamp: shown('TIMESTAMP', uint, 'traded, Unix ms'),
  orderId: shown('INVOLVED_ORDER_ID', uint, 'the own order'),
  orderCid: shown('INVOLVED_ORDER_CID', uint, "the own order's CID, or 0"),
  /** Not in the public array; absent in what was stored before it was. */
  role: optional(tradeRole),
});
export type UserTradeView = ValueOf<typeof userTradeView>;
