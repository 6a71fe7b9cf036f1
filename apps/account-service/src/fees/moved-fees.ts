import { type Address, amount, present } from '@exchange/core/kernel';
import { creditLateFees, freeFees, mayPromise, moveFees } from '@exchange/core/ledger';
import type { MovedFees } from '@exchange/contract/bus';
import type { AccountBook } from '../accounts/account-book';
import type { LedgerTurn } from '../ledger-turn';
import { storeTransfer } from '../outbox/fact-rows';

const EVERY_MS = 60_000;
/** So much of what is free stays, for rebates of this group's accounts. */
const KEPT = 2n;

/** What final blocks confirmed of the fees that this group has. */
export const settledFees = ({ ledgers }: AccountBook, token: Address): bigint =>
  ledgers.reduce((sum, ledger) => sum + ledger.pool('collector', token, 'settled'), 0n);

/** Tokens in which this group collected or promised something. */
export const tokensOfFees = ({ book }: LedgerTurn): Address[] => [
  ...new Set(book.ledgers.flatMap((ledger) => [...ledger.quotaTokens(), ...ledger.feeTokens()])),
];

/**
 * Gives up free fees to the collector's group, if that is another: half of them once a minute, and all of them at once
 * while the collector leaves or changes, since then nothing may be promised out of them.
 */
export function sendFreeFees(turn: LedgerTurn): void {
  const { book, at } = turn;
  const { collector } = book.contract;
  if (collector === undefined || book.group.owns(collector)) return;
  const isTime = at >= book.feesSentAt + EVERY_MS;
  if (isTime) book.feesSentAt = at;
  for (const token of tokensOfFees(turn)) {
    const free = freeFees(book.ledgers, token);
    const given = mayPromise(book.ledgers, token) ? (isTime ? free / KEPT : 0n) : free;
    if (given > 0n) giveUpFees(turn, collector, token, given);
  }
}

/** Takes settled fees out of this group's pool and sends them to the collector's; what is negative is asked of it. */
export function giveUpFees(
  { book, output, at }: LedgerTurn,
  collector: Address,
  token: Address,
  units: bigint,
): void {
  if (units === 0n) return;
  const ledger = present(book.ledgers[book.group.first], 'first ledger of the group');
  storeTransfer(output.rows, book, moveFees(ledger, token, -units), at);
  const isOwed = units < 0n;
  const moved = {
    collector,
    token,
    amount: amount(isOwed ? -units : units),
    ...(isOwed && { owed: true as const }),
  };
  output.fees(ledger.partition, moved);
}

/** Adds what another group gave up; it is the account's own when that collects no more, or lacks something. */
export function takeFees(
  { book, output, at }: LedgerTurn,
  { collector, token, amount, owed }: MovedFees,
): void {
  if (!book.group.owns(collector)) return;
  const units = owed ? -amount : amount;
  const ledger = book.ledgerOf(collector);
  storeTransfer(output.rows, book, moveFees(ledger, token, units), at);
  if (collector === book.contract.collector) return;
  output.take(collector, creditLateFees(ledger, collector, token, units, at));
}
