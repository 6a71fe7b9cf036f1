import type { Address, EntryId } from '@exchange/core/kernel';
import { type ChainNews, type ChainPlace, minedAt, placeName } from './chain-fact';
import { plainChange } from './entry';
import type { Exit, ExitRequest } from './exit';
import type { Journal } from './journal';
import { changeEntry, openEntry } from './open-entry';
import { cancelOrders } from './request-cancel';

/**
 * An exit restricts from its first sight: all orders that sell the token are canceled, usable and every later credit
 * of it are blocked. APPLIED [-1,0,0] → [-1,1,1] when final; undone, it is as if it had never been asked for
 * (docs: ledger, entries).
 */
export function applyExitRequested(journal: Journal, news: ChainNews<'exit_requested'>): void {
  const { fact, place, phase } = news;
  const name = placeName(place);
  switch (phase) {
    case 'seen':
      requestExit(journal, news);
      return;
    case 'undone':
      finishRequest(journal, name, true);
      keepRequests(journal, fact.token, (request) => request.place !== name);
      return;
    case 'final':
      if (!requestsOf(journal, fact.token).some((request) => request.place === name))
        requestExit(journal, news);
      finishRequest(journal, name, false);
  }
}

/** What was blocked becomes usable when the cancellation is final, unless an exit was requested again after it. */
export function applyExitCancelled(
  journal: Journal,
  { fact, place, phase }: ChainNews<'exit_cancelled'>,
): void {
  if (phase === 'final') keepRequests(journal, fact.token, (request) => isAfter(request, place));
}

function requestExit(journal: Journal, { fact, place }: ChainNews<'exit_requested'>): void {
  const { account } = journal;
  const { token, effectiveAt } = fact;
  const entry = openEntry(
    journal,
    { kind: 'exit_request', place: placeName(place) },
    {
      changes: [plainChange(token, 0n)],
      applied: [[-1, 0, 0]],
      description: 'exit requested',
      ...minedAt(place),
    },
  );
  const { block, logIndex } = place;
  const request: ExitRequest = { place: placeName(place), block, logIndex, effectiveAt, entryId: entry.id };
  journal.exit({ account: account.address, token, requests: [...requestsOf(journal, token), request] });
  const { usable } = account.balance(token);
  journal.post({ kind: 'entry', id: entry.id }, [
    journal.line(token, 'usable', -usable),
    journal.line(token, 'blocked', usable),
  ]);
  const selling = [...account.orders.values()].filter((order) => order.signed.terms.sellToken === token);
  cancelOrders(journal, selling, 'exit_requested');
}

/** Ends the entry of a request: applied, or canceled. */
function finishRequest(journal: Journal, place: string, canceled: boolean): void {
  const entry = journal.account.entriesOf('exit_request').find((open) => open.cause.place === place);
  if (entry === undefined) return;
  changeEntry(journal, entry, canceled ? { canceled, open: false } : { applied: [[-1, 1, 1]], open: false });
}

/** Drops requests; with the last one the exit is over and blocked becomes usable. */
function keepRequests(journal: Journal, token: Address, keep: (request: ExitRequest) => boolean): void {
  const exit = journal.account.exits.get(token);
  if (exit === undefined) return;
  const requests = exit.requests.filter(keep);
  if (requests.length === exit.requests.length) return;
  journal.exit({ ...exit, requests });
  if (requests.length > 0) return;
  const { blocked } = journal.account.balance(token);
  journal.post({ kind: 'entry', id: lastEntryOf(exit) }, [
    journal.line(token, 'blocked', -blocked),
    journal.line(token, 'usable', blocked),
  ]);
}

const requestsOf = (journal: Journal, token: Address): readonly ExitRequest[] =>
  journal.account.exits.get(token)?.requests ?? [];

const lastEntryOf = (exit: Exit): EntryId =>
  exit.requests.reduce((last, next) => (isAfter(next, last) ? next : last)).entryId;

const isAfter = (
  a: Pick<ChainPlace, 'block' | 'logIndex'>,
  b: Pick<ChainPlace, 'block' | 'logIndex'>,
): boolean => a.block > b.block || (a.block === b.block && a.logIndex > b.logIndex);
