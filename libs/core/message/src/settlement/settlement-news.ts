import {
  address,
  bool,
  entryId,
  hash,
  listOf,
  object,
  text,
  tradeId,
  uint,
  type ValueOf,
  variants,
} from '../codec';

const ofEntry = { entryId, account: address };

/** What settlement-service sent and saw fail. */
export const settlementNews = variants({
  /** A submitted withdrawal went to the chain. */
  withdrawal_sent: { ...ofEntry, transaction: hash },
  /** A submitted withdrawal will not be mined any more. `refused`: by the contract, for a reason of the account's. */
  withdrawal_failed: { ...ofEntry, reason: text, refused: bool },
  /** A batch went to the chain. */
  sent: { batchId: uint, transaction: hash, tradeIds: listOf(tradeId) },
  /** A trade in a batch did not settle and will be tried again; code and side are the contract's. */
  failed: { tradeId, code: uint, side: uint, reason: text },
  /** Trades that can't settle any more, or that the chain can't cover without those: each before what it depends on. */
  reversed: { trades: listOf(object({ tradeId, maker: address, taker: address })) },
});
export type SettlementNews = ValueOf<typeof settlementNews>;
