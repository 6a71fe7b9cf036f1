import {
  address,
  amount,
  amountFrom,
  entryId,
  hash,
  marketId,
  orderId,
  rateKey,
  type TradeId,
  tradeId,
} from '@exchange/core/kernel';
import type {
  AccountRecord,
  Balance,
  Delegate,
  Entry,
  EntryCause,
  EntryChange,
  Exit,
  Order,
  OrderCancellation,
  UserTrade,
} from '@exchange/core/ledger';
import { feeTerms, nullable, peg } from '@exchange/core/message';
import type { AccountRow, BalanceRow, CancellationRow, DelegateRow, ExitRow } from './tables/account-tables';
import type { EntryRow } from './tables/entry-table';
import type { OrderRow, UserTradeRow } from './tables/order-tables';

/** Ledger objects as rows and back. Columns hold bigint; amounts inside jsonb are decimal strings. */

export const accountRow = (record: AccountRecord): AccountRow => ({ ...record });

export const accountRecord = (row: AccountRow): AccountRecord => ({ ...row, address: address(row.address) });

export const balanceRow = (account: string, token: string, balance: Balance): BalanceRow => ({
  account,
  token,
  ...balance,
});

export function balanceOf(row: BalanceRow): Balance {
  return {
    usable: amount(row.usable),
    held: amount(row.held),
    pendingWithdrawal: amount(row.pendingWithdrawal),
    blocked: amount(row.blocked),
    settled: amount(row.settled),
    boughtUnsettled: row.boughtUnsettled,
    soldUnsettled: row.soldUnsettled,
  };
}

export function orderRow(order: Order): OrderRow {
  const { signed, fees, ...rest } = order;
  const { terms, signature } = signed;
  return {
    id: rest.id,
    account: rest.account,
    cid: rest.cid,
    hash: rest.hash,
    digest: rest.digest,
    packedHash: rest.packedHash === rest.hash ? null : rest.packedHash,
    market: rest.market,
    side: rest.side,
    ...terms,
    signatureV: signature.v,
    signatureR: signature.r,
    signatureS: signature.s,
    format: signed.format,
    signer: signed.signer,
    sellRemaining: rest.sellRemaining,
    buyRemaining: rest.buyRemaining,
    sellBook: rest.sellBook,
    buyBook: rest.buyBook,
    held: rest.held,
    editHeld: rest.editHeld,
    rateKey: rest.rateKey,
    hidden: rest.hidden,
    stopRateKey: rest.stopRateKey,
    peg: rest.peg,
    fees: feeTerms.write(fees),
    leaveAt: rest.leaveAt,
    active: rest.active,
    canceled: rest.canceled,
    info: rest.info,
    trades: [...rest.trades],
    execution: rest.execution ?? null,
    via: rest.via,
    placedAt: rest.placedAt,
    lastActiveAt: rest.lastActiveAt,
  };
}

export function orderOf(row: OrderRow): Order {
  return {
    id: orderId(row.id),
    account: address(row.account),
    cid: row.cid,
    hash: hash(row.hash),
    digest: hash(row.digest),
    packedHash: hash(row.packedHash ?? row.hash),
    market: marketId(row.market),
    side: row.side as Order['side'],
    signed: {
      terms: {
        sellToken: address(row.sellToken),
        sellAmount: amount(row.sellAmount),
        buyToken: address(row.buyToken),
        buyAmount: amount(row.buyAmount),
        expiry: row.expiry,
        nonce: row.nonce,
      },
      signature: { v: row.signatureV, r: hash(row.signatureR), s: hash(row.signatureS) },
      format: row.format as Order['signed']['format'],
      signer: address(row.signer),
    },
    sellRemaining: amount(row.sellRemaining),
    buyRemaining: amount(row.buyRemaining),
    sellBook: amount(row.sellBook),
    buyBook: amount(row.buyBook),
    held: amount(row.held),
    editHeld: row.editHeld === null ? null : amount(row.editHeld),
    rateKey: rateKey(row.rateKey),
    hidden: row.hidden,
    stopRateKey: row.stopRateKey === null ? null : rateKey(row.stopRateKey),
    peg: nullable(peg).read(row.peg),
    fees: feeTerms.read(row.fees),
    leaveAt: row.leaveAt,
    active: row.active,
    canceled: row.canceled,
    info: row.info,
    trades: row.trades.map((id): TradeId => tradeId(id)),
    execution: (row.execution ?? undefined) as Order['execution'],
    via: row.via,
    placedAt: row.placedAt,
    lastActiveAt: row.lastActiveAt,
  };
}

export const userTradeOf = (row: UserTradeRow): UserTrade => ({
  ...row,
  account: address(row.account),
  tradeId: tradeId(row.tradeId),
  market: marketId(row.market),
  role: row.role as UserTrade['role'],
  side: row.side as UserTrade['side'],
  rateKey: rateKey(row.rateKey),
  amount: amount(row.amount),
  tradeFee: amount(row.tradeFee),
  settlementFee: amount(row.settlementFee),
  rebate: amount(row.rebate),
  rebateToken: row.rebateToken === null ? null : address(row.rebateToken),
  orderId: orderId(row.orderId),
});

/** Amounts of a jsonb value as text; the names say which members are amounts. */
const textAmounts = (value: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      typeof member === 'bigint' ? member.toString() : member,
    ]),
  );

const CAUSE_AMOUNTS: readonly string[] = ['sold', 'bought', 'fee', 'rebate', 'amount', 'taken'];

function causeOf(stored: unknown): EntryCause {
  const members = Object.entries(stored as Record<string, unknown>).map(([key, member]) => [
    key,
    CAUSE_AMOUNTS.includes(key) ? amountFrom(member as string) : member,
  ]);
  return Object.fromEntries(members) as EntryCause;
}

export function entryRow(entry: Entry): EntryRow {
  return {
    ...entry,
    nonce: entry.cause.kind === 'withdrawal' ? entry.cause.nonce : null,
    applied: entry.applied.map((marks) => [...marks]),
    cause: textAmounts(entry.cause),
    changes: entry.changes.map(textAmounts),
  };
}

export function entryOf(row: EntryRow): Entry {
  const changes = row.changes as { token: string; amount: string; fees: string; net: string }[];
  return {
    id: entryId(row.id),
    account: address(row.account),
    type: row.type as Entry['type'],
    cause: causeOf(row.cause),
    market: row.market === null ? null : marketId(row.market),
    changes: changes.map((change): EntryChange => ({
      token: address(change.token),
      amount: BigInt(change.amount),
      fees: BigInt(change.fees),
      net: BigInt(change.net),
    })),
    applied: row.applied as unknown as Entry['applied'],
    transaction: row.transaction === null ? null : hash(row.transaction),
    blockNumber: row.blockNumber,
    blockHash: row.blockHash === null ? null : hash(row.blockHash),
    canceled: row.canceled,
    open: row.open,
    description: row.description,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

export const delegateRow = (delegate: Delegate): DelegateRow => ({ ...delegate });

export const delegateOf = (row: DelegateRow): Delegate => ({
  ...row,
  account: address(row.account),
  delegate: address(row.delegate),
  removal: row.removal as Delegate['removal'],
});

export const cancellationRow = ({ signature, ...rest }: OrderCancellation): CancellationRow => ({
  ...rest,
  signature,
  open: signature === null,
});

export const cancellationOf = (row: CancellationRow): OrderCancellation => ({
  account: address(row.account),
  digest: hash(row.digest),
  hash: hash(row.hash),
  deadline: row.deadline,
  signature: row.signature as OrderCancellation['signature'],
});

export const exitRow = (exit: Exit): ExitRow => ({ ...exit, requests: [...exit.requests] });

export const exitOf = (row: ExitRow): Exit => ({
  account: address(row.account),
  token: address(row.token),
  requests: row.requests as Exit['requests'],
});
