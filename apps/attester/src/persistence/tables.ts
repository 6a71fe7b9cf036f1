import { type Signature, tradeRole } from '@exchange/core/message';
import {
  addressColumn,
  booleanColumn,
  choiceColumn,
  defineTable,
  hashBytesColumn,
  integerColumn,
  jsonColumn,
  nullable,
  primary,
  type RowOf,
  textColumn,
} from '@exchange/platform';
import { COSIGNATURE_STAGES } from '../cosigning/cosignature';

/** What the engine reported of a trade, gone when it is settled; reversed ones stay. */
export const tradesTable = defineTable('trades', {
  id: primary(integerColumn),
  /** As its codec writes it. */
  report: nullable(jsonColumn()),
  isReversed: booleanColumn,
  isSpent: booleanColumn,
});
export type KnownTradeRow = RowOf<typeof tradesTable>;

/** What the ledger posted of a trade: written once, and gone when the trade is settled. */
export const legsTable = defineTable('trade_legs', {
  tradeId: primary(integerColumn),
  role: primary(choiceColumn(...tradeRole.words)),
  /** As its codec writes it. */
  leg: jsonColumn(),
});

/** A batch that was attested and may still be mined. See attestations/attestation.ts. */
export const attestationsTable = defineTable('attestations', {
  digest: primary(hashBytesColumn),
  batchId: integerColumn,
  validUntil: integerColumn,
  tradeIds: jsonColumn<readonly number[]>(),
  r: hashBytesColumn,
  vs: hashBytesColumn,
});

/** What is to be co-signed, and its one signature. See cosigning/cosignature.ts. */
export const cosignaturesTable = defineTable('cosignatures', {
  key: primary(textColumn),
  account: textColumn,
  nonce: nullable(integerColumn),
  stage: choiceColumn(...COSIGNATURE_STAGES),
  /** As its codec writes it. */
  request: jsonColumn(),
  signature: nullable(jsonColumn<Signature>()),
});
export type CosignatureRow = RowOf<typeof cosignaturesTable>;

/** A withdrawal that its account signed, gone when it is paid or given up. */
export const submittedTable = defineTable('submitted', {
  entryId: primary(integerColumn),
  /** As its codec writes it. */
  submission: jsonColumn(),
});

/** Why no withdrawal is co-signed; without a row they may be. */
export const withdrawalPauseTable = defineTable('withdrawal_pause', {
  id: primary(choiceColumn('newest')),
  reason: textColumn,
});

/** A token by its id in the contract. */
export const tokensTable = defineTable('tokens', {
  id: primary(integerColumn),
  token: addressColumn,
});

/** The newest block and the last final one, by the attester's own node. */
export const chainMomentsTable = defineTable('chain_moments', {
  kind: primary(choiceColumn('newest', 'final')),
  number: integerColumn,
  time: integerColumn,
});

/** Everything that the attester keeps. */
export const attesterTables = [
  tradesTable,
  legsTable,
  attestationsTable,
  cosignaturesTable,
  submittedTable,
  withdrawalPauseTable,
  tokensTable,
  chainMomentsTable,
];
