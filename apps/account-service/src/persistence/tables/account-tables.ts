import { type AskedMinimum, type DelegateRemoval, type ExitRequest, POOLS } from '@exchange/core/ledger';
import type { Signature } from '@exchange/core/message';
import {
  addressColumn,
  amountColumn,
  booleanColumn,
  choiceColumn,
  defineTable,
  hashColumn,
  integerColumn,
  jsonColumn,
  nullable,
  primary,
  type RowOf,
  textColumn,
  tokenAmountColumn,
} from '@exchange/platform';

/** The scalar figures of an account. */
export const accountTable = defineTable('account', {
  address: primary(addressColumn),
  /** accountSeq: running number of what the account was told. */
  seq: integerColumn,
  frozen: booleanColumn,
  /** Trailing 30-day volume in wei of ETH as of the last evaluation, and what was traded since. */
  volume: amountColumn,
  newVolume: amountColumn,
  /** The newest hour with trades, and what was traded in it. */
  volumeHour: integerColumn,
  hourVolume: amountColumn,
  /** The hour from which on the volume must be evaluated again. */
  volumeDue: nullable(integerColumn),
  nextWithdrawalNonce: integerColumn,
  submitRestsUntil: integerColumn,
  tradeCount: integerColumn,
  /** The version of the fees by which it was last told its tier. */
  feesTold: integerColumn,
});
export type AccountRow = RowOf<typeof accountTable>;

/** The balance of an account in one token, in smallest units. */
export const balanceTable = defineTable('balance', {
  account: primary(addressColumn),
  token: primary(addressColumn),
  usable: tokenAmountColumn,
  held: tokenAmountColumn,
  pendingWithdrawal: tokenAmountColumn,
  blocked: tokenAmountColumn,
  settled: tokenAmountColumn,
  boughtUnsettled: amountColumn,
  soldUnsettled: amountColumn,
  /** What the account lacks; the pool `shortfall` owes it. */
  shortfall: tokenAmountColumn,
});
export type BalanceRow = RowOf<typeof balanceTable>;

/** Who is to pay in what an account lacked of a token at a moment (Unix ms); what it lacks now is in its balance. */
export const shortfallCoverTable = defineTable('shortfall_cover', {
  account: primary(addressColumn),
  token: primary(addressColumn),
  orderedAt: primary(integerColumn),
  payer: addressColumn,
  amount: tokenAmountColumn,
});

/** What was posted to the chain, clearing and collector pools; may be negative. */
export const poolTable = defineTable('pool', {
  partition: primary(integerColumn),
  pool: primary(choiceColumn(...POOLS)),
  token: primary(addressColumn),
  bucket: primary(textColumn),
  amount: amountColumn,
});
export type PoolRow = RowOf<typeof poolTable>;

/** One line of the double entry. */
export const postingTable = defineTable('posting', {
  id: primary(integerColumn),
  owner: textColumn,
  token: textColumn,
  bucket: textColumn,
  amount: amountColumn,
  refKind: textColumn,
  refId: integerColumn,
  at: integerColumn,
});
export type PostingRow = RowOf<typeof postingTable>;

/** A key that may act for an account, or that the account announced; several may announce the same one. */
export const delegateTable = defineTable('delegate', {
  delegate: primary(addressColumn),
  account: primary(addressColumn),
  active: booleanColumn,
  accepted: booleanColumn,
  validUntil: integerColumn,
  revokedAt: nullable(integerColumn),
  label: textColumn,
  isTradingLogin: booleanColumn,
  announcedAt: nullable(integerColumn),
  /** In the ledger's own form. */
  removal: nullable(jsonColumn<DelegateRemoval>()),
});

/** An exit that was requested on chain and isn't over; `requests` in the ledger's own form. */
export const exitTable = defineTable('exit', {
  account: primary(addressColumn),
  token: primary(addressColumn),
  requests: jsonColumn<readonly ExitRequest[]>(),
});

/** The least nonce of an account's orders that sell a token; `seen` are bounds in blocks that could still be undone. */
export const minimumNonceTable = defineTable('minimum_nonce', {
  account: primary(addressColumn),
  token: primary(addressColumn),
  final: amountColumn,
  seen: jsonColumn<readonly { readonly place: string; readonly minNonce: string }[]>(),
  /** What the owner had co-signed, in the ledger's own form. */
  asked: nullable(jsonColumn<AskedMinimum>()),
});
export type MinimumNonceRow = RowOf<typeof minimumNonceTable>;

/** An order that its owner wants to be void in the contract, with the co-signature when there is one. */
export const cancellationTable = defineTable('order_cancellation', {
  account: primary(addressColumn),
  digest: primary(hashColumn),
  hash: hashColumn,
  deadline: nullable(integerColumn),
  signature: nullable(jsonColumn<Signature>()),
  /** Its co-signature is still to come. */
  open: booleanColumn,
});
export type CancellationRow = RowOf<typeof cancellationTable>;

/** A change of a parameter in a block that could still be undone; `place` names where it stands. */
export const unfinalParameterTable = defineTable('unfinal_parameter', {
  place: primary(textColumn),
  name: textColumn,
  value: textColumn,
});

/** The newest final value of a parameter of the contract, e.g. `withdrawalFeeCap.<token>`. */
export const chainParameterTable = defineTable('chain_parameter', {
  name: primary(textColumn),
  value: textColumn,
});
