import { type Address, amountFrom, type TradeId } from '@exchange/core/kernel';
import type {
  Balance,
  Entry,
  EntryCause,
  EntryChange,
  MinimumNonce,
  Order,
  OrderCancellation,
} from '@exchange/core/ledger';
import { feeTerms, nullable, peg } from '@exchange/core/message';
import type { BalanceRow, CancellationRow, MinimumNonceRow } from './tables/account-tables';
import type { EntryRow } from './tables/entry-table';
import type { OrderRow } from './tables/order-tables';

/**
 * Ledger objects as rows and back, where they differ. Amounts inside jsonb are decimal strings. Wide rows name each
 * member: V8 makes room for three at a time of those that are spread into an object, and copies it every time.
 */

export const balanceRow = (account: Address, token: Address, balance: Balance): BalanceRow => ({
  account,
  token,
  ...balance,
});

export function orderRow(order: Order): OrderRow {
  const { terms, signature, format, signer } = order.signed;
  return {
    id: order.id,
    account: order.account,
    cid: order.cid,
    hash: order.hash,
    digest: order.digest,
    packedHash: order.packedHash === order.hash ? null : order.packedHash,
    market: order.market,
    side: order.side,
    sellToken: terms.sellToken,
    sellAmount: terms.sellAmount,
    buyToken: terms.buyToken,
    buyAmount: terms.buyAmount,
    expiry: terms.expiry,
    nonce: terms.nonce,
    signatureV: signature.v,
    signatureR: signature.r,
    signatureS: signature.s,
    format,
    signer,
    sellRemaining: order.sellRemaining,
    buyRemaining: order.buyRemaining,
    sellBook: order.sellBook,
    buyBook: order.buyBook,
    held: order.held,
    editHeld: order.editHeld,
    rateKey: order.rateKey,
    hidden: order.hidden,
    stopRateKey: order.stopRateKey,
    peg: order.peg,
    fees: feeTerms.write(order.fees),
    expiresAt: order.expiresAt,
    active: order.active,
    cancelAsked: order.cancelAsked,
    canceled: order.canceled,
    info: order.info,
    execution: order.execution ?? null,
    via: order.via,
    placedAt: order.placedAt,
    lastActiveAt: order.lastActiveAt,
  };
}

/** `trades`: its own, oldest first (see order-trades). */
export function orderOf(row: OrderRow, trades: readonly TradeId[]): Order {
  const { sellToken, sellAmount, buyToken, buyAmount, expiry, nonce } = row;
  return {
    id: row.id,
    account: row.account,
    cid: row.cid,
    hash: row.hash,
    digest: row.digest,
    packedHash: row.packedHash ?? row.hash,
    market: row.market,
    side: row.side,
    signed: {
      terms: { sellToken, sellAmount, buyToken, buyAmount, expiry, nonce },
      signature: { v: row.signatureV, r: row.signatureR, s: row.signatureS },
      format: row.format,
      signer: row.signer,
    },
    sellRemaining: row.sellRemaining,
    buyRemaining: row.buyRemaining,
    sellBook: row.sellBook,
    buyBook: row.buyBook,
    held: row.held,
    editHeld: row.editHeld,
    rateKey: row.rateKey,
    hidden: row.hidden,
    stopRateKey: row.stopRateKey,
    peg: nullable(peg).read(row.peg),
    execution: row.execution ?? undefined,
    fees: feeTerms.read(row.fees),
    expiresAt: row.expiresAt,
    active: row.active,
    cancelAsked: row.cancelAsked,
    canceled: row.canceled,
    info: row.info,
    trades,
    via: row.via,
    placedAt: row.placedAt,
    lastActiveAt: row.lastActiveAt,
  };
}

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
    CAUSE_AMOUNTS.includes(key)
      ? amountFrom(member as string)
      : key === 'volume'
        ? BigInt(member as string)
        : member,
  ]);
  return Object.fromEntries(members) as EntryCause;
}

export function entryRow(entry: Entry): EntryRow {
  const { cause } = entry;
  return {
    id: entry.id,
    account: entry.account,
    type: entry.type,
    cause: textAmounts(cause),
    market: entry.market,
    changes: entry.changes.map(({ token, amount, fees, net }) => ({
      token,
      amount: amount.toString(),
      fees: fees.toString(),
      net: net.toString(),
    })),
    applied: entry.applied,
    transaction: entry.transaction,
    blockNumber: entry.blockNumber,
    blockHash: entry.blockHash,
    canceled: entry.canceled,
    open: entry.open,
    nonce: cause.kind === 'withdrawal' ? cause.nonce : null,
    deadline: cause.kind === 'withdrawal' ? cause.deadline : null,
    description: entry.description,
    createdAt: entry.createdAt,
    updatedAt: entry.updatedAt,
  };
}

export function entryOf(row: EntryRow): Entry {
  const changes = row.changes as { token: Address; amount: string; fees: string; net: string }[];
  return {
    id: row.id,
    account: row.account,
    type: row.type,
    cause: causeOf(row.cause),
    market: row.market,
    changes: changes.map(({ token, amount, fees, net }): EntryChange => ({
      token,
      amount: BigInt(amount),
      fees: BigInt(fees),
      net: BigInt(net),
    })),
    applied: row.applied,
    transaction: row.transaction,
    blockNumber: row.blockNumber,
    blockHash: row.blockHash,
    canceled: row.canceled,
    open: row.open,
    description: row.description,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

export const minimumNonceRow = ({ seen, ...minimum }: MinimumNonce): MinimumNonceRow => ({
  ...minimum,
  seen: seen.map(({ place, minNonce }) => ({ place, minNonce: minNonce.toString() })),
});

export const minimumNonceOf = ({ seen, ...minimum }: MinimumNonceRow): MinimumNonce => ({
  ...minimum,
  seen: seen.map(({ place, minNonce }) => ({ place, minNonce: BigInt(minNonce) })),
});

export const cancellationRow = (cancellation: OrderCancellation): CancellationRow => ({
  ...cancellation,
  open: cancellation.signature === null,
});

export const cancellationOf = ({ open: _, ...cancellation }: CancellationRow): OrderCancellation =>
  cancellation;
