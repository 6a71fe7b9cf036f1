import { chainBlock } from '@exchange/contract/bus';
import {
  accountsOf,
  applyChainFact,
  type ChainNews,
  concernsAccounts,
  passBlockTime,
  settlesOpenTrade,
} from '@exchange/core/ledger';
import type { BlockNews, ChainFact } from '@exchange/core/message';
import { accountsDueAt } from '../../accounts/due-accounts';
import { collectorsIn, passFeesToExit, withdrawQuotas } from '../../fees/collector';
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
  prepare: ({ message: { news } }, { database }) => {
    const times = news.flatMap((block) => (block.kind === 'final' ? [block.time] : []));
    return times.length === 0 ? [] : accountsDueAt(database, Math.max(...times));
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
  },
});

function applyBlock(turn: LedgerTurn, block: BlockNews): void {
  storeMinedTrades(turn.output.rows, block, (fact) => settlesOpenTrade(turn.book.account(fact.maker), fact));
  for (const fact of block.facts) {
    if (!concernsAccounts(fact)) {
      applyGlobalFact(turn, block, fact);
      continue;
    }
    if (block.kind === 'final') passFeesToExit(turn, fact);
    const news: ChainNews = { phase: block.kind, place: placeOf(block, fact), fact };
    for (const account of accountsOf(fact)) {
      turn.output.take(account, applyChainFact(turn.book.ledgerOf(account), account, news, turn.at));
    }
    if (fact.kind === 'exit_requested') withdrawQuotas(turn);
    if (fact.kind === 'delegate_added' && block.kind === 'final') {
      turn.book.directory.add(fact.delegate, fact.account);
    }
  }
  if (block.kind === 'final') passTime(turn, block.time);
}

/** Everything with a deadline is in memory by now: prepare loads its accounts (see accounts/due-accounts). */
function passTime(turn: LedgerTurn, blockTime: number): void {
  for (const account of turn.book.addresses()) {
    const facts = passBlockTime(turn.book.ledgerOf(account), account, blockTime, turn.at);
    if (facts.length > 0) turn.output.take(account, facts);
  }
}

/** A pause of the contract stops matching at first sight: what is matched now could not be settled. */
function applyGlobalFact(turn: LedgerTurn, block: BlockNews, fact: ChainFact): void {
  if (fact.kind === 'parameter') applyParameter(turn, block, fact);
  if (block.kind !== 'seen' || fact.kind !== 'paused' || !fact.paused) return;
  turn.output.alarm('contract_paused', { block: block.number }, 'the contract was paused');
  for (const market of turn.book.listing.marketIds()) {
    turn.book.listing.setStatus(market, 'cancel_only');
    turn.book.refreshMarket(market);
    turn.output.control(market, { kind: 'status', status: 'cancel_only' });
  }
  turn.output.listing();
}
