import { type Address, amount, present } from '@exchange/core/kernel';
import { collectedFees, creditLateFees, isCollectorLeaving, movePool } from '@exchange/core/ledger';
import type { MovedFees } from '@exchange/contract/bus';
import type { LedgerTurn } from '../ledger-turn';
import { storeTransfer } from '../outbox/fact-rows';

const EVERY_MS = 60_000;

/** What a group may give up to another: fees to the collector's, or what is left of its budget to that of partition 0. */
type GivenUp = 'collector' | 'budget';

/** Tokens in which this group collected fees, or has a share of the budget. */
export const tokensOf = ({ book }: LedgerTurn, pool: GivenUp): Address[] => [
  ...new Set(book.ledgers.flatMap((ledger) => ledger.tokensOf(pool))),
];

/**
 * Gives up settled fees to the collector's group, if that is another: once a minute, and at once while the collector leaves
 * or changes. And free budget to the group of partition 0 while the admin may release some: it is taken from there.
 */
export function sendFreeFees(turn: LedgerTurn): void {
  const { book, at } = turn;
  const { collector } = book.contract;
  if (collector === undefined) return;
  if (!book.group.isHome)
    for (const token of book.contract.releasedTokens) sendBudget(turn, collector, token);
  if (book.group.owns(collector)) return;
  const isTime = at >= book.feesSentAt + EVERY_MS;
  if (isTime) book.feesSentAt = at;
  for (const token of tokensOf(turn, 'collector')) {
    if (!isTime && !isCollectorLeaving(book.ledgers, token)) continue;
    const settled = collectedFees(book.ledgers, token);
    if (settled > 0n) giveUp(turn, 'collector', collector, token, settled);
  }
}

/** Gives up what this group may still promise of the budget. */
export function sendBudget(turn: LedgerTurn, collector: Address, token: Address): void {
  const free = turn.book.budget.of(token);
  if (free > 0n) giveUp(turn, 'budget', collector, token, free);
}

/** Takes what is settled out of this group's pool and sends it to the other's; what is negative is asked of it. */
export function giveUp(
  { book, output, at }: LedgerTurn,
  pool: GivenUp,
  collector: Address,
  token: Address,
  units: bigint,
): void {
  if (units === 0n) return;
  const ledger = present(book.ledgers[book.group.first], 'first ledger of the group');
  storeTransfer(output.rows, book, movePool(ledger, pool, token, -units), at);
  const isOwed = units < 0n;
  const moved = {
    collector,
    token,
    amount: amount(isOwed ? -units : units),
    ...(isOwed && { owed: true as const }),
    ...(pool === 'budget' && { budget: true as const }),
  };
  output.fees(ledger.partition, moved);
}

/** Adds what another group gave up. Fees are the account's own when it collects no more, or lacks something. */
export function takeFees(turn: LedgerTurn, moved: MovedFees): void {
  const { book, output, at } = turn;
  const { collector, token, amount, owed, budget } = moved;
  const units = owed ? -amount : amount;
  if (budget) {
    if (!book.group.isHome) return;
    const ledger = present(book.ledgers[book.group.first], 'ledger of partition 0');
    return storeTransfer(output.rows, book, movePool(ledger, 'budget', token, units), at);
  }
  if (!book.group.owns(collector)) return;
  const ledger = book.ledgerOf(collector);
  storeTransfer(output.rows, book, movePool(ledger, 'collector', token, units), at);
  if (collector === book.contract.collector) return;
  output.take(collector, creditLateFees(ledger, collector, token, units, at));
}
