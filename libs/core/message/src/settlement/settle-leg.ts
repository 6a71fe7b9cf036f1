import {
  address,
  amount,
  hash,
  marketId,
  object,
  optional,
  orderId,
  side,
  tradeId,
  uint,
  type ValueOf,
} from '../codec';
import { tradeRole } from '../account/user-trade-view';
import { signedOrder } from '../order/signed-order';

/** One side of a trade, ready to settle: what the contract needs of this side. Amounts in smallest units. */
export const settleLeg = object({
  tradeId,
  market: marketId,
  role: tradeRole,
  account: address,
  /** Running number of the account's trades: the order in which they must settle. */
  accountSeq: uint,
  orderId,
  /** EIP-712 digest of the order: the contract's fill key. */
  orderHash: hash,
  order: signedOrder,
  /** Gross amounts: what this side gives (before a rebate) and gets (before fees). */
  sold: amount,
  bought: amount,
  /** Trade fee plus settlement fee of this side, in its bought token. */
  fee: amount,
  /** Makers only, in the token named by rebateToken; `sell` lowers what the maker gives. */
  rebate: amount,
  rebateToken: side,
  /** Number of the newest final block that the ledger knew: what the account had by then, the chain has from it on. */
  finalBlock: optional(uint),
});
export type SettleLeg = ValueOf<typeof settleLeg>;
