import { type Address, address, ok, type Result, type TokenAmount } from '@exchange/core/kernel';
import {
  type AccountChainFact,
  announced,
  collectedFees,
  collectFees,
  type Fact,
  handOverFees,
  requestCancelAll,
  type TokenRules,
} from '@exchange/core/ledger';
import type { BlockNews, ChainFact } from '@exchange/core/message';
import type { LedgerTurn } from '../ledger-turn';
import { giveUp, tokensOf } from './moved-fees';

const ADDRESS = /^0x[0-9a-f]{40}$/;

/** The account that a fact makes the fee collector, or announces. */
export function collectorsIn(fact: ChainFact): readonly Address[] {
  if (fact.kind !== 'parameter') return [];
  const { name, value } = announced(fact);
  return name === 'feeCollector' && ADDRESS.test(value) ? [address(value)] : [];
}

/** The collector's own withdrawal takes what it lacks from what was collected; nobody else has any. */
export function collectFor(
  { book, at }: LedgerTurn,
  account: Address,
  token: TokenRules,
  needed: TokenAmount,
): Result<readonly Fact[]> {
  if (account !== book.contract.collector) return ok([]);
  const free = collectedFees(book.ledgers, token.contract);
  return collectFees(book.ledgerOf(account), { account, token, needed, free, at });
}

/** Another account collects from this final block on: what the contract holds as fees stays with the former one, as its own. */
export function handOver(turn: LedgerTurn, next: string): void {
  const { book, output } = turn;
  const { collector } = book.contract;
  if (collector === undefined || collector === next) return;
  for (const token of tokensOf(turn, 'collector')) {
    passFees(turn, collector, token);
    book.contract.noteLeaving(token, false);
  }
  output.warn({ collector, now: next }, 'the fee collector changed; what was collected is the former one’s');
}

/** The contract settles no trade of the next collector, so its orders end from first sight on. */
export function changeCollector(turn: LedgerTurn, block: BlockNews, fact: ChainFact): void {
  if (block.kind === 'undone') return;
  for (const account of collectorsIn(fact)) {
    if (!turn.book.group.owns(account)) continue;
    turn.output.take(account, requestCancelAll(turn.book.ledgerOf(account), { account, at: turn.at }).facts);
  }
}

/** An exit of the collector takes fees along: they are its account's before it is paid out. */
export function passFeesToExit(turn: LedgerTurn, fact: AccountChainFact): void {
  if (fact.kind !== 'withdrawn' || fact.by !== 'exit') return;
  const { account, token } = fact;
  if (account !== turn.book.contract.collector) return;
  passFees(turn, account, token);
}

/** Other groups give up at once what the collector asked to leave with, until that is over. */
export function watchCollector(turn: LedgerTurn, phase: BlockNews['kind'], fact: AccountChainFact): void {
  const { contract, group } = turn.book;
  if (fact.kind === 'exit_requested' && fact.account === contract.collector && !group.owns(fact.account))
    contract.noteLeaving(fact.token, true);
  const isOver = fact.kind === 'exit_cancelled' || (fact.kind === 'withdrawn' && fact.by === 'exit');
  if (isOver && phase === 'final' && fact.account === contract.collector)
    contract.noteLeaving(fact.token, false);
}

function passFees(turn: LedgerTurn, account: Address, token: Address): void {
  const { book, output, at } = turn;
  if (!book.group.owns(account))
    return giveUp(turn, 'collector', account, token, collectedFees(book.ledgers, token));
  output.take(account, handOverFees(book.ledgers, account, token, at));
}
