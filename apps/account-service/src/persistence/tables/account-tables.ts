import {
  amountColumn,
  booleanColumn,
  integerColumn,
  jsonColumn,
  textColumn,
  type Table,
} from '@exchange/platform';
import { EntitySchema } from 'typeorm';

/** The scalar figures of an account. */
export interface AccountRow {
  address: string;
  /** accountSeq: running number of what the account was told. */
  seq: number;
  frozen: boolean;
  /** Trailing 30-day volume in wei of ETH as of the last evaluation, and what was traded since. */
  volume: bigint;
  newVolume: bigint;
  /** The newest hour with trades, and what was traded in it. */
  volumeHour: number;
  hourVolume: bigint;
  /** The hour from which on the volume must be evaluated again. */
  volumeDue: number | null;
  nextWithdrawalNonce: number;
  submitRestsUntil: number;
  tradeCount: number;
}

export const accountTable: Table<AccountRow> = new EntitySchema<AccountRow>({
  name: 'account',
  columns: {
    address: { ...textColumn, primary: true },
    seq: integerColumn,
    frozen: booleanColumn,
    volume: amountColumn,
    newVolume: amountColumn,
    volumeHour: integerColumn,
    hourVolume: amountColumn,
    volumeDue: { ...integerColumn, nullable: true },
    nextWithdrawalNonce: integerColumn,
    submitRestsUntil: integerColumn,
    tradeCount: integerColumn,
  },
});

/** The balance of an account in one token, in smallest units. */
export interface BalanceRow {
  account: string;
  token: string;
  usable: bigint;
  held: bigint;
  pendingWithdrawal: bigint;
  blocked: bigint;
  settled: bigint;
  boughtUnsettled: bigint;
  soldUnsettled: bigint;
}

export const balanceTable: Table<BalanceRow> = new EntitySchema<BalanceRow>({
  name: 'balance',
  columns: {
    account: { ...textColumn, primary: true },
    token: { ...textColumn, primary: true },
    usable: amountColumn,
    held: amountColumn,
    pendingWithdrawal: amountColumn,
    blocked: amountColumn,
    settled: amountColumn,
    boughtUnsettled: amountColumn,
    soldUnsettled: amountColumn,
  },
});

/** What was posted to the chain, clearing and collector pools; may be negative. */
export interface PoolRow {
  partition: number;
  pool: string;
  token: string;
  bucket: string;
  amount: bigint;
}

export const poolTable: Table<PoolRow> = new EntitySchema<PoolRow>({
  name: 'pool',
  columns: {
    partition: { ...integerColumn, primary: true },
    pool: { ...textColumn, primary: true },
    token: { ...textColumn, primary: true },
    bucket: { ...textColumn, primary: true },
    amount: amountColumn,
  },
});

/** One line of the double entry. */
export interface PostingRow {
  id: number;
  owner: string;
  token: string;
  bucket: string;
  amount: bigint;
  refKind: string;
  refId: number;
  at: number;
}

export const postingTable: Table<PostingRow> = new EntitySchema<PostingRow>({
  name: 'posting',
  columns: {
    id: { ...integerColumn, primary: true },
    owner: textColumn,
    token: textColumn,
    bucket: textColumn,
    amount: amountColumn,
    refKind: textColumn,
    refId: integerColumn,
    at: integerColumn,
  },
});

/** A key that may act for an account, or that the account announced; several may announce the same one. */
export interface DelegateRow {
  delegate: string;
  account: string;
  active: boolean;
  accepted: boolean;
  validUntil: number;
  revokedAt: number | null;
  label: string;
  isTradingLogin: boolean;
  announcedAt: number | null;
  /** In the ledger's own form. */
  removal: unknown;
}

export const delegateTable: Table<DelegateRow> = new EntitySchema<DelegateRow>({
  name: 'delegate',
  columns: {
    delegate: { ...textColumn, primary: true },
    account: { ...textColumn, primary: true },
    active: booleanColumn,
    accepted: booleanColumn,
    validUntil: integerColumn,
    revokedAt: { ...integerColumn, nullable: true },
    label: textColumn,
    isTradingLogin: booleanColumn,
    announcedAt: { ...integerColumn, nullable: true },
    removal: { ...jsonColumn, nullable: true },
  },
});

/** An exit that was requested on chain and isn't over; `requests` in the ledger's own form. */
export interface ExitRow {
  account: string;
  token: string;
  requests: unknown;
}

export const exitTable: Table<ExitRow> = new EntitySchema<ExitRow>({
  name: 'exit',
  columns: {
    account: { ...textColumn, primary: true },
    token: { ...textColumn, primary: true },
    requests: jsonColumn,
  },
});

/** An order that its owner wants to be void in the contract, with the co-signature when there is one. */
export interface CancellationRow {
  account: string;
  digest: string;
  hash: string;
  deadline: number | null;
  signature: unknown;
  /** Its co-signature is still to come. */
  open: boolean;
}

export const cancellationTable: Table<CancellationRow> = new EntitySchema<CancellationRow>({
  name: 'orderCancellation',
  tableName: 'order_cancellation',
  columns: {
    account: { ...textColumn, primary: true },
    digest: { ...textColumn, primary: true },
    hash: textColumn,
    deadline: { ...integerColumn, nullable: true },
    signature: { ...jsonColumn, nullable: true },
    open: booleanColumn,
  },
});

/** The newest final value of a parameter of the contract, e.g. `withdrawalFeeCap.<token>`. */
export interface ChainParameterRow {
  name: string;
  value: string;
}

export const chainParameterTable: Table<ChainParameterRow> = new EntitySchema<ChainParameterRow>({
  name: 'chainParameter',
  tableName: 'chain_parameter',
  columns: { name: { ...textColumn, primary: true }, value: textColumn },
});
