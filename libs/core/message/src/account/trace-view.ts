import {
  bool,
  described,
  hashText,
  listOf,
  nullable,
  oneOf,
  optional,
  text,
  uint,
  type ValueOf,
  view,
} from '../codec';
import { orderView } from './order-view';
import { tradeRole } from './user-trade-view';

const batch = view({
  id: described(uint, 'number of the batch'),
  transaction: described(hashText, 'its transaction'),
});
const block = view({ number: described(uint, 'its number'), hash: described(hashText, 'its hash') });

/**
 * The way of a trade to the chain: the batch in which it was last sent, and the block in which it settled. `final`: the
 * block can't be undone any more.
 */
export const tracedTrade = view({
  id: described(uint, 'trade id'),
  market: described(text, 'market id'),
  orderId: described(uint, 'the own order'),
  role: optional(described(tradeRole, 'what the own order was; absent in trades of earlier releases')),
  settlementFeeToken: optional(
    described(text, 'symbol of the token in which a taker pays the settlement fee: the one it bought'),
  ),
  time: described(uint, 'traded, Unix ms'),
  state: described(oneOf('matched', 'sent', 'mined', 'final'), 'how far it is'),
  reversed: optional(described(bool, 'it could not settle and was undone; absent otherwise')),
  batch: described(nullable(batch), 'the batch in which it was last sent'),
  block: described(nullable(block), 'the block in which it settled'),
});
export type TracedTrade = ValueOf<typeof tracedTrade>;

/** The way of an own order, or of one trade, to the chain. Trades newest first; `more`: the order has older ones. */
export const traceView = view({ order: nullable(orderView), trades: listOf(tracedTrade), more: bool });
export type TraceView = ValueOf<typeof traceView>;
