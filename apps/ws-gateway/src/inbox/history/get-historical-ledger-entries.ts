import { accountQueries } from '@exchange/contract/bus';
import { type CommandOf, echoes } from '@exchange/core/wire';
import { entryArray } from '../../outbox/entry-array';
import type { CommandTurn } from '../command-turn';
import { historyPage } from './history-page';

/** getHistoricalLedgerEntries: a page of the account's ledger entries, newest first. */
export function getHistoricalLedgerEntries(
  command: CommandOf<'getHistoricalLedgerEntries'>,
  turn: CommandTurn,
): void {
  const page = historyPage(command, turn);
  if (page === undefined) return;
  turn.look(accountQueries.historicalEntriesQuery, page, ({ entries }) =>
    turn.answer(0, 'historicalLedgerEntries', {
      ledgerEntries: entries.map(entryArray),
      ...echoes(command),
    }),
  );
}
