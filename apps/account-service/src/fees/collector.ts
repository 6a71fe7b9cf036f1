import { type Address, address, ok, present, type Result, type TokenAmount } from '@exchange/core/kernel';
import {
  type AccountChainFact,
  announced,
  collectFees,
  type Fact,
  freeFees,
  handOverFees,
  requestCancelAll,
  type RebateGrant,
  type TokenRules,
  withdrawRebateQuotas,
} from '@exchange/core/ledger';
import type { BlockNews, ChainFact } from '@exchange/core/message';
import type { LedgerTurn } from '../ledger-turn';
import { storeRebates } from '../outbox/fact-rows';
import { giveUpFees, settledFees, tokensOfFees } from './moved-fees';

const ADDRESS = /^0x[0-9a-f]{40}$/;

/** The account that a fact makes the fee collector, or announces. */
export function collectorsIn(fact: ChainFact): readonly Address[] {
  if (fact.kind !== 'parameter') return [];
  const { name, value } = announced(fact);
  return name === 'feeCollector' && ADDRESS.test(value) ? [address(value)] : [];
}

/** The collector's own withdrawal takes what it lacks from the fees that are free; nobody else has any. */
export function collectFor(
  { book, at }: LedgerTurn,
  account: Address,
  token: TokenRules,
  needed: TokenAmount,
): Result<readonly Fact[]> {
  if (account !== book.contract.collector) return ok([]);
  const free = freeFees(book.ledgers, token.contract);
  return collectFees(book.ledgerOf(account), { account, token, needed, free, at });
}

/**
 * Another account collects from this final block on: what the contract holds as fees stays with the former one, as its
 * own. What was promised of it falls to the new one, and an alarm says how much that must have.
 */
export function handOver(turn: LedgerTurn, next: string): void {
  const { book, output } = turn;
  const { collector } = book.contract;
  if (collector === undefined || collector === next) return;
  for (const token of tokensOfFees(turn)) {
    passFees(turn, collector, token);
    book.contract.noteLeaving(token, false);
  }
  output.alarm('fee_collector_changed', { collector, now: next, lacking: lackingFees(turn) }, CHANGED);
}

const CHANGED =
  'the fee collector changed; what was collected is the former one’s, the new one owes what lacks';

/** From first sight on nothing more is promised out of the present fees, and the next collector's orders end. */
export function changeCollector(turn: LedgerTurn, block: BlockNews, fact: ChainFact): void {
  const accounts = collectorsIn(fact);
  if (accounts.length > 0) withdrawQuotas(turn);
  if (block.kind === 'undone') return;
  for (const account of accounts) {
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
  const lacking = lackingFees(turn);
  if (Object.keys(lacking).length === 0) return;
  const message = 'the fee collector left with what is promised as rebates; give it what lacks';
  turn.output.alarm('rebates_not_covered', { collector: account, lacking }, message);
}

/** Nothing is promised out of what the collector asked to leave with, until that is over. */
export function watchCollector(turn: LedgerTurn, phase: BlockNews['kind'], fact: AccountChainFact): void {
  const { contract, group } = turn.book;
  if (fact.kind === 'exit_requested') {
    if (fact.account === contract.collector && !group.owns(fact.account))
      contract.noteLeaving(fact.token, true);
    withdrawQuotas(turn);
  }
  const isOver = fact.kind === 'exit_cancelled' || (fact.kind === 'withdrawn' && fact.by === 'exit');
  if (isOver && phase === 'final' && fact.account === contract.collector)
    contract.noteLeaving(fact.token, false);
}

/** Stores the quotas that were taken back. */
export function withdrawQuotas({ book, output }: LedgerTurn): void {
  storeGrants({ book, output }, withdrawRebateQuotas(book.ledgers));
}

/** Stores quotas that were changed. */
export function storeGrants(
  { book, output }: Pick<LedgerTurn, 'book' | 'output'>,
  grants: readonly RebateGrant[],
): void {
  for (const { partition, token } of grants) {
    const ledger = present(book.ledgers[partition], 'ledger of the partition');
    storeRebates(output.rows, partition, token, ledger.rebates(token));
  }
}

function passFees(turn: LedgerTurn, account: Address, token: Address): void {
  const { book, output, at } = turn;
  if (!book.group.owns(account)) return giveUpFees(turn, account, token, settledFees(book, token));
  output.take(account, handOverFees(book.ledgers, account, token, at));
}

/** What rebates are promised beyond what is there, by token, in smallest units. */
function lackingFees(turn: LedgerTurn): Record<Address, string> {
  const { ledgers } = turn.book;
  const free = tokensOfFees(turn).map((token) => [token, freeFees(ledgers, token)] as const);
  return Object.fromEntries(free.flatMap(([token, left]) => (left < 0n ? [[token, `${-left}`]] : [])));
}
