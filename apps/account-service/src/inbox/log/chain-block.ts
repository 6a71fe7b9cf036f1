import { chainBlock } from '@exchange/contract/bus';
import {
  accountsOf,
  applyChainFact,
  type ChainNews,
  type ChainPlace,
  concernsAccounts,
  passBlockTime,
} from '@exchange/core/ledger';
import type { BlockNews, ChainFact } from '@exchange/core/message';
import { accountsDueAt } from '../../accounts/due-accounts';
import { WAITING_PERIOD } from '../../accounts/account-book';
import { chainParameterTable } from '../../persistence/tables/account-tables';
import { storeMinedTrades } from '../../outbox/mined-trades';
import { handle } from '../handle';
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
        facts.flatMap((fact) => (concernsAccounts(fact) ? accountsOf(fact) : [])),
      ),
      ...due,
    ],
  }),

  decide(turn, { message: { news } }) {
    for (const block of news) applyBlock(turn, block);
  },
});

function applyBlock(turn: LedgerTurn, block: BlockNews): void {
  storeMinedTrades(turn.output.rows, block);
  for (const fact of block.facts) {
    if (!concernsAccounts(fact)) {
      applyGlobalFact(turn, block, fact);
      continue;
    }
    const news: ChainNews = { phase: block.kind, place: placeOf(block, fact), fact };
    for (const account of accountsOf(fact)) {
      turn.output.take(account, applyChainFact(turn.book.ledgerOf(account), account, news, turn.at));
    }
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
  if (block.kind === 'final' && fact.kind === 'parameter') {
    const { name, value } = fact;
    warnOfNewCollector(turn, name, value);
    turn.book.setParameter(name, value);
    turn.output.rows.put(chainParameterTable, name, { name, value });
    if (name === WAITING_PERIOD) turn.output.listing();
  }
  if (block.kind !== 'seen' || fact.kind !== 'paused' || !fact.paused) return;
  turn.output.alarm('contract_paused', { block: block.number }, 'the contract was paused');
  for (const market of turn.book.listing.marketIds()) {
    turn.book.listing.setStatus(market, 'cancel_only');
    turn.book.refreshMarket(market);
    turn.output.control(market, { kind: 'status', status: 'cancel_only' });
  }
  turn.output.listing();
}

/** Fees collected so far stay with the collector before, where the ledger doesn't look for them. */
function warnOfNewCollector({ book, output }: LedgerTurn, name: string, value: string): void {
  const { collector } = book;
  if (name !== 'feeCollector' || collector === undefined || collector === value) return;
  const message = 'the fee collector changed; fees collected so far are the former one’s';
  output.alarm('fee_collector_changed', { collector, now: value }, message);
}

const placeOf = (block: BlockNews, fact: ChainFact): ChainPlace => ({
  transaction: fact.transaction,
  logIndex: fact.logIndex,
  block: block.number,
  blockHash: block.hash,
});
