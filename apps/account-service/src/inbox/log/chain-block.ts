import { chainBlock } from '@exchange/contract/bus';
import {
  accountsOf,
  applyChainFact,
  type ChainNews,
  concernsAccounts,
  passBlockTime,
  settlesOpenTrade,
} from '@exchange/core/ledger';
import type { BlockNews, BlockNewsOf, ChainFactOf } from '@exchange/core/message';
import { accountsDueAt } from '../../accounts/due-accounts';
import { BLOCK_TIME, FINAL_BLOCK, FINAL_BLOCK_BEGUN, FINAL_TIME } from '../../accounts/account-book';
import { tendStops } from '../../listing/tend-stops';
import { counterTable } from '../../persistence/tables/output-tables';
import { changeBudget } from '../../fees/change-budget';
import { collectorsIn, passFeesToExit, watchCollector } from '../../fees/collector';
import { storeMinedTrades } from '../../outbox/mined-trades';
import { handle } from '../handle';
import { applyParameter } from './contract-parameter';
import { placeOf } from './place-of';
import type { LedgerTurn } from '../../ledger-turn';

/**
 * What the chain says, block by block. Facts that restrict act when first seen, facts that release only when final;
 * the block time of a final block ends what has a deadline.
 */
export const takeChainBlock = handle(chainBlock, {
  prepare: ({ message: { news } }, { records }) => {
    const times = news.flatMap((block) => (block.kind === 'final' ? [block.time] : []));
    return times.length === 0 ? [] : accountsDueAt(records, Math.max(...times));
  },

  needs: ({ message: { news } }, _, due) => ({
    accounts: [
      ...news.flatMap(({ facts }) =>
        facts.flatMap((fact) => (concernsAccounts(fact) ? accountsOf(fact) : collectorsIn(fact))),
      ),
      ...due,
    ],
  }),

  decide(turn, { message: { news } }) {
    for (const block of news) applyBlock(turn, block);
    tendStops(turn);
  },
});

function applyBlock(turn: LedgerTurn, block: BlockNews): void {
  if (block.kind === 'seen') passBlock(turn, block.time);
  storeMinedTrades(turn.output.rows, block, (fact) => settlesOwnTrade(turn, fact));
  for (const fact of block.facts) {
    if (!concernsAccounts(fact)) {
      if (fact.kind === 'parameter') applyParameter(turn, block, fact);
      if (fact.kind === 'rebates_funded' || fact.kind === 'rebates_released') changeBudget(turn, block, fact);
      continue;
    }
    if (block.kind === 'final') passFeesToExit(turn, fact);
    const news: ChainNews = { phase: block.kind, place: placeOf(block, fact), fact };
    for (const account of accountsOf(fact)) {
      if (!turn.book.group.owns(account)) continue;
      turn.output.take(account, applyChainFact(turn.book.ledgerOf(account), account, news, turn.at));
    }
    watchCollector(turn, block.kind, fact);
    if (fact.kind === 'delegate_added' && block.kind === 'final') {
      turn.book.directory.add(fact.delegate, fact.account);
    }
  }
  if (block.kind !== 'final') return;
  if (block.more) return beginFinal(turn, block);
  passTime(turn, block.time);
  passFinal(turn, block);
}

/** The maker's group keeps in which block a trade settled. */
const settlesOwnTrade = ({ book }: LedgerTurn, fact: ChainFactOf<'trade_settled'>): boolean =>
  book.group.owns(fact.maker) && settlesOpenTrade(book.account(fact.maker), fact);

/** Until all parts of the block were applied, what is settled is that of no block. */
function beginFinal({ book, output }: LedgerTurn, { number }: BlockNewsOf<'final'>): void {
  const name = book.group.key(FINAL_BLOCK_BEGUN);
  output.rows.put(counterTable, name, { name, last: number });
}

/** Trades say what the chain must have shown before their accounts can be found to lack anything. */
function passFinal({ book, output }: LedgerTurn, { number, time }: BlockNewsOf<'final'>): void {
  book.unsettled.passFinal(number);
  book.contract.passFinalTime(time);
  const name = book.group.key(FINAL_BLOCK);
  output.rows.put(counterTable, name, { name, last: book.unsettled.finalBlock });
  const ofTime = book.group.key(FINAL_TIME);
  output.rows.put(counterTable, ofTime, { name: ofTime, last: book.contract.newestFinalTime });
}

/** The age of trades is counted in the chain's time, too. */
function passBlock({ book, output }: LedgerTurn, time: number): void {
  book.unsettled.passBlock(time);
  const name = book.group.key(BLOCK_TIME);
  output.rows.put(counterTable, name, { name, last: book.unsettled.blockTime });
}

/** Everything with a deadline is in memory by now: prepare loads its accounts (see accounts/due-accounts). */
function passTime(turn: LedgerTurn, blockTime: number): void {
  for (const account of turn.book.addresses()) {
    const facts = passBlockTime(turn.book.ledgerOf(account), account, blockTime, turn.at);
    if (facts.length > 0) turn.output.take(account, facts);
  }
}
