import { amountColumn, integerColumn, jsonColumn, type Table, textColumn } from '@exchange/platform';
import { EntitySchema } from 'typeorm';
import type { Signature } from '@exchange/core/message';

/** A trade on its way to the chain; final ones stay as a record. See trades/settling-trade.ts. */
export interface SettlingTradeRow {
  id: number;
  stage: string;
  /** Legs, as their codec writes them. */
  maker: unknown;
  taker: unknown;
  since: number;
  joined: number;
  batchId: number | null;
  minedIn: string | null;
  failures: number;
  retryAt: number;
  lastCode: number | null;
}

export const tradesTable: Table<SettlingTradeRow> = new EntitySchema<SettlingTradeRow>({
  name: 'trades',
  columns: {
    id: { ...integerColumn, primary: true },
    stage: textColumn,
    maker: { ...jsonColumn, nullable: true },
    taker: { ...jsonColumn, nullable: true },
    since: integerColumn,
    joined: integerColumn,
    batchId: { ...integerColumn, nullable: true },
    minedIn: { ...textColumn, nullable: true },
    failures: integerColumn,
    retryAt: integerColumn,
    lastCode: { ...integerColumn, nullable: true },
  },
});

/** A batch and its place in the settler's nonces. See batches/batch.ts. */
export interface BatchRow {
  id: number;
  nonce: number;
  validUntil: number;
  tradeIds: readonly number[];
  withdrawals: readonly number[];
  stage: string;
  sentAt: number;
}

export const batchesTable: Table<BatchRow> = new EntitySchema<BatchRow>({
  name: 'batches',
  columns: {
    id: { ...integerColumn, primary: true },
    nonce: integerColumn,
    validUntil: integerColumn,
    tradeIds: jsonColumn,
    withdrawals: jsonColumn,
    stage: textColumn,
    sentAt: integerColumn,
  },
});

/** A signed transaction of a batch: what a crash must not lose, and must not make twice. */
export interface TransactionRow {
  hash: string;
  batchId: number;
  raw: string;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
  gasLimit: bigint;
  signedAt: number;
}

export const transactionsTable: Table<TransactionRow> = new EntitySchema<TransactionRow>({
  name: 'transactions',
  columns: {
    hash: { ...textColumn, primary: true },
    batchId: integerColumn,
    raw: textColumn,
    maxFeePerGas: amountColumn,
    maxPriorityFeePerGas: amountColumn,
    gasLimit: amountColumn,
    signedAt: integerColumn,
  },
});

/** What is to be co-signed, and its one signature. See cosigning/cosignature.ts. */
export interface CosignatureRow {
  key: string;
  account: string;
  nonce: number | null;
  stage: string;
  /** As its codec writes it. */
  request: unknown;
  signature: Signature | null;
}

export const cosignaturesTable: Table<CosignatureRow> = new EntitySchema<CosignatureRow>({
  name: 'cosignatures',
  columns: {
    key: { ...textColumn, primary: true },
    account: textColumn,
    nonce: { ...integerColumn, nullable: true },
    stage: textColumn,
    request: jsonColumn,
    signature: { ...jsonColumn, nullable: true },
  },
});

/** A withdrawal that its account signed, on its way. See withdrawals/submitted-withdrawal.ts. */
export interface SubmissionRow {
  entryId: number;
  stage: string;
  /** As its codec writes it. */
  submission: unknown;
  batchId: number | null;
  calls: number;
}

export const submissionsTable: Table<SubmissionRow> = new EntitySchema<SubmissionRow>({
  name: 'submissions',
  columns: {
    entryId: { ...integerColumn, primary: true },
    stage: textColumn,
    submission: jsonColumn,
    batchId: { ...integerColumn, nullable: true },
    calls: integerColumn,
  },
});

/** The contract's id of a token. */
interface TokenRow {
  token: string;
  id: number;
}

export const tokensTable: Table<TokenRow> = new EntitySchema<TokenRow>({
  name: 'tokens',
  columns: { token: { ...textColumn, primary: true }, id: integerColumn },
});

/** The newest block that was seen, and the newest final one. */
export interface ChainMomentRow {
  kind: 'seen' | 'final';
  number: number;
  time: number;
}

export const chainMomentsTable: Table<ChainMomentRow> = new EntitySchema<ChainMomentRow>({
  name: 'chainMoments',
  tableName: 'chain_moments',
  columns: { kind: { ...textColumn, primary: true }, number: integerColumn, time: integerColumn },
});

/** Everything that settlement keeps. */
export const settlementTables = [
  tradesTable,
  batchesTable,
  transactionsTable,
  cosignaturesTable,
  submissionsTable,
  tokensTable,
  chainMomentsTable,
];
