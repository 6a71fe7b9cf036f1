import { present } from '@exchange/core/kernel';
import { movePool, placeName, RELEASED_REBATES, setAsideFees, shareOfBudget } from '@exchange/core/ledger';
import type { BlockNews, ChainFactOf } from '@exchange/core/message';
import { placeOf } from '../inbox/log/place-of';
import type { LedgerTurn } from '../ledger-turn';
import { storeTransfer } from '../outbox/fact-rows';
import { unfinalParameterTable } from '../persistence/tables/account-tables';
import { sendBudget } from './moved-fees';

type BudgetFact = ChainFactOf<'rebates_funded' | 'rebates_released'>;

/**
 * The budget for rebates changed in the contract. What the collector added may be promised when that is final; what the admin
 * takes back is promised no more from first sight on, and from the schedule before it (docs: ledger, rebates).
 */
export function changeBudget(turn: LedgerTurn, block: BlockNews, fact: BudgetFact): void {
  if (fact.kind === 'rebates_released') withhold(turn, block, fact);
  if (block.kind !== 'final') return;
  if (fact.kind === 'rebates_funded') fund(turn, fact);
  else release(turn, fact);
}

/** Each group takes its share; the collector's finds out whether fees or its account's own paid for all of it. */
function fund(turn: LedgerTurn, { token, amount: units }: BudgetFact): void {
  const { book, output, at } = turn;
  const { first, partitions } = book.group;
  const own = present(book.ledgers[first], 'first ledger of the group');
  const share = shareOfBudget(units, partitions);
  if (share > 0n) storeTransfer(output.rows, book, movePool(own, 'budget', token, share), at);
  const collector = collectorOf(turn);
  if (!book.group.owns(collector)) return;
  const { transfer, facts } = setAsideFees(book.ledgers, collector, token, units, at);
  storeTransfer(output.rows, book, transfer, at);
  output.take(collector, facts);
}

/** All of it is taken from the group of partition 0, to which the others give what they haven't promised. */
function release(turn: LedgerTurn, { token, amount: units }: BudgetFact): void {
  const { book, output, at } = turn;
  const collector = collectorOf(turn);
  const own = present(book.ledgers[book.group.first], 'first ledger of the group');
  if (book.group.isHome) storeTransfer(output.rows, book, movePool(own, 'budget', token, -units), at);
  else sendBudget(turn, collector, token);
  if (!book.group.owns(collector)) return;
  storeTransfer(output.rows, book, movePool(book.ledgerOf(collector), 'collector', token, units), at);
}

function withhold({ book, output: { rows } }: LedgerTurn, block: BlockNews, fact: BudgetFact): void {
  const { token, amount: units } = fact;
  const name = `${RELEASED_REBATES}${token}`;
  const change = { place: placeName(placeOf(block, fact)), name, value: `${units}` };
  book.contract.apply(block.kind, change);
  const place = book.group.key(change.place);
  if (block.kind === 'seen') rows.put(unfinalParameterTable, place, { ...change, place });
  else rows.drop(unfinalParameterTable, place, { place });
}

const collectorOf = ({ book }: LedgerTurn) => present(book.contract.collector, 'fee collector of a budget');
