import { type Address, amountFrom, type TradeId } from '@exchange/core/kernel';
import type {
  Balance,
  Entry,
  EntryCause,
  EntryChange,
  Order,
  OrderCancellation,
} from '@exchange/core/ledger';
import { feeTerms, nullable, peg } from '@exchange/core/message';
import type { BalanceRow, CancellationRow } from './tables/account-tables';
import type { EntryRow } from './tables/entry-table';
import type { OrderRow } from './tables/order-tables';

/** Ledger objects as rows and back, where they differ. Amounts inside jsonb are decimal strings. */

export const balanceRow = (account: Address, token: Address, balance: Balance): BalanceRow => ({
  account,
  token,
  ...balance,
});

export function orderRow({ signed, trades: _, ...order }: Order): OrderRow {
  const { terms, signature, format, signer } = signed;
  return {
    ...order,
    ...terms,
    signatureV: signature.v,
    signatureR: signature.r,
    signatureS: signature.s,
    format,
    signer,
    packedHash: order.packedHash === order.hash ? null : order.packedHash,
    fees: feeTerms.write(order.fees),
    execution: order.execution ?? null,
  };
}

/** `trades`: its own, oldest first (see order-trades). */
export function orderOf(row: OrderRow, trades: readonly TradeId[]): Order {
  const { sellToken, sellAmount, buyToken, buyAmount, expiry, nonce, ...signedRow } = row;
  const { signatureV, signatureR, signatureS, format, signer, ...order } = signedRow;
  return {
    ...order,
    packedHash: row.packedHash ?? row.hash,
    signed: {
      terms: { sellToken, sellAmount, buyToken, buyAmount, expiry, nonce },
      signature: { v: signatureV, r: signatureR, s: signatureS },
      format,
      signer,
    },
    trades,
    peg: nullable(peg).read(row.peg),
    fees: feeTerms.read(row.fees),
    execution: row.execution ?? undefined,
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
  return {
    ...entry,
    nonce: entry.cause.kind === 'withdrawal' ? entry.cause.nonce : null,
    deadline: entry.cause.kind === 'withdrawal' ? entry.cause.deadline : null,
    cause: textAmounts(entry.cause),
    changes: entry.changes.map(textAmounts),
  };
}

export function entryOf({ nonce: _, deadline: _deadline, ...row }: EntryRow): Entry {
  const changes = row.changes as { token: Address; amount: string; fees: string; net: string }[];
  return {
    ...row,
    cause: causeOf(row.cause),
    changes: changes.map(({ token, amount, fees, net }): EntryChange => ({
      token,
      amount: BigInt(amount),
      fees: BigInt(fees),
      net: BigInt(net),
    })),
  };
}

export const cancellationRow = (cancellation: OrderCancellation): CancellationRow => ({
  ...cancellation,
  open: cancellation.signature === null,
});

export const cancellationOf = ({ open: _, ...cancellation }: CancellationRow): OrderCancellation =>
  cancellation;
