import {
  addressColumn,
  amountColumn,
  booleanColumn,
  choiceColumn,
  defineTable,
  hashBytesColumn,
  hexBytesColumn,
  integerColumn,
  jsonColumn,
  nullable,
  primary,
  type RowOf,
} from '@exchange/platform';
import { tradeRole } from '@exchange/core/message';
import { BATCH_STAGES } from '../batches/batch';
import { TRADE_STAGES } from '../trades/settling-trade';
import { SUBMISSION_STAGES } from '../withdrawals/submitted-withdrawal';

/** A trade on its way to the chain, gone when it is final; reversed ones stay as a record. See trades/settling-trade.ts. */
export const tradesTable = defineTable('trades', {
  id: primary(integerColumn),
  stage: choiceColumn(...TRADE_STAGES),
  since: integerColumn,
  joined: integerColumn,
  batchId: nullable(integerColumn),
  minedIn: nullable(hashBytesColumn),
  failures: integerColumn,
  retryAt: integerColumn,
  lastCode: nullable(integerColumn),
  replaced: booleanColumn,
});
export type SettlingTradeRow = RowOf<typeof tradesTable>;

/** A leg of a trade that isn't final: written once, and gone when the trade is final. */
export const legsTable = defineTable('trade_legs', {
  tradeId: primary(integerColumn),
  role: primary(choiceColumn(...tradeRole.words)),
  /** As its codec writes it. */
  leg: jsonColumn(),
});
export type LegRow = RowOf<typeof legsTable>;

/** What the contract settled, finally, under an id that no trade of ours had at that time. */
export const foreignSettlementsTable = defineTable('foreign_settlements', {
  id: primary(integerColumn),
  /** The fact, as its codec writes it. */
  fact: jsonColumn(),
});

/** A batch and its place in its settler's nonces. See batches/batch.ts. */
export const batchesTable = defineTable('batches', {
  id: primary(integerColumn),
  /** Null of batches from before there could be several. */
  settler: nullable(addressColumn),
  nonce: integerColumn,
  validUntil: integerColumn,
  tradeIds: jsonColumn<readonly number[]>(),
  withdrawals: jsonColumn<readonly number[]>(),
  stage: choiceColumn(...BATCH_STAGES),
  sentAt: integerColumn,
});
export type BatchRow = RowOf<typeof batchesTable>;

/** A batch for which an attestation was asked, until no block can take it. See attesting/attested-drafts.ts. */
export const draftsTable = defineTable('drafts', {
  id: primary(integerColumn),
  batchId: integerColumn,
  validUntil: integerColumn,
  tradeIds: jsonColumn<readonly number[]>(),
});

/** A signed transaction of a batch: what a crash must not lose, and must not make twice. */
export const transactionsTable = defineTable('transactions', {
  hash: primary(hashBytesColumn),
  batchId: integerColumn,
  /** Nothing but 0x when its batch is closed. */
  raw: hexBytesColumn,
  maxFeePerGas: amountColumn,
  maxPriorityFeePerGas: amountColumn,
  gasLimit: amountColumn,
  signedAt: integerColumn,
  takenAt: nullable(integerColumn),
});
export type TransactionRow = RowOf<typeof transactionsTable>;

/** A withdrawal that its account signed, on its way. See withdrawals/submitted-withdrawal.ts. */
export const submissionsTable = defineTable('submissions', {
  entryId: primary(integerColumn),
  stage: choiceColumn(...SUBMISSION_STAGES),
  /** As its codec writes it. */
  submission: jsonColumn(),
  batchId: nullable(integerColumn),
  calls: integerColumn,
});
export type SubmissionRow = RowOf<typeof submissionsTable>;

/** The contract's id of a token. */
export const tokensTable = defineTable('tokens', {
  token: primary(addressColumn),
  id: integerColumn,
});

/** The newest block that was seen, the newest final one, and the newest final one that came in parts. */
export const chainMomentsTable = defineTable('chain_moments', {
  kind: primary(choiceColumn('seen', 'final', 'begun')),
  number: integerColumn,
  time: integerColumn,
});
export type ChainMomentRow = RowOf<typeof chainMomentsTable>;

/** Everything that settlement keeps. */
export const settlementTables = [
  tradesTable,
  legsTable,
  foreignSettlementsTable,
  batchesTable,
  draftsTable,
  transactionsTable,
  submissionsTable,
  tokensTable,
  chainMomentsTable,
];
