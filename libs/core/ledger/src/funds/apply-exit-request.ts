import { type Address, type EntryId, present, ZERO_AMOUNT } from '@exchange/core/kernel';
import { type ChainNews, type ChainPlace, minedAt, placeName } from '../chain/chain-fact';
import { type Entry, movedChange } from '../account/entry';
import type { ExitRequest } from './exit';
import type { Journal } from '../journal';
import { changeEntry, openEntry } from '../account/open-entry';
import { cancelOrders } from '../order/request-cancel';

/**
 * An exit restricts from its first sight: all orders that sell the token are canceled, usable and every later credit
 * of it are blocked. APPLIED [-1,0,0] → [-1,1,1] when final; undone, it is as if it had never been asked for. Its entry
 * stays open as long as the request is in force, and its AMOUNT is what moved to blocked (docs: ledger, entries).
 */
export function applyExitRequested(journal: Journal, news: ChainNews<'exit_requested'>): void {
  const { fact, place, phase } = news;
  const { token } = fact;
  const name = placeName(place);
  switch (phase) {
    case 'seen':
      requestExit(journal, news);
      return;
    case 'undone':
      endRequests(journal, token, (request) => request.place === name);
      return;
    case 'final': {
      const known = requestsOf(journal, token).find((request) => request.place === name);
      const entry = known === undefined ? requestExit(journal, news) : entryOf(journal, known);
      changeEntry(journal, entry, { applied: [[-1, 1, 1]] });
    }
  }
}

/** What was blocked becomes usable when the cancellation is final, unless an exit was requested again after it. */
export function applyExitCanceled(
  journal: Journal,
  { fact, place, phase }: ChainNews<'exit_cancelled'>,
): void {
  if (phase === 'final') endRequests(journal, fact.token, (request) => !isAfter(request, place));
}

/**
 * Tells in the entry of an exit that so much of its token, which was told as usable, is in blocked; a negative amount was
 * taken out again.
 */
export function noteBlocked(journal: Journal, token: Address, moved: bigint): void {
  const newest = newestOf(requestsOf(journal, token));
  if (newest === undefined || moved === 0n) return;
  const entry = entryOf(journal, newest);
  const [before] = entry.changes;
  changeEntry(journal, entry, { changes: [movedChange(token, (before?.amount ?? 0n) + moved)] });
}

function requestExit(journal: Journal, { fact, place }: ChainNews<'exit_requested'>): Entry {
  const { account } = journal;
  const { token, effectiveAt } = fact;
  const { usable } = account.balance(token);
  const entry = openEntry(
    journal,
    { kind: 'exit_request', place: placeName(place) },
    {
      changes: [movedChange(token, usable)],
      applied: [[-1, 0, 0]],
      description: 'exit requested',
      ...minedAt(place),
    },
  );
  const { block, logIndex } = place;
  const request: ExitRequest = { place: placeName(place), block, logIndex, effectiveAt, entryId: entry.id };
  journal.exit({ account: account.address, token, requests: [...requestsOf(journal, token), request] });
  postMove(journal, entry.id, token, usable);
  const selling = [...account.orders.values()].filter((order) => order.signed.terms.sellToken === token);
  cancelOrders(journal, selling, 'exit_requested');
  return entry;
}

/**
 * Ends requests, and their entries as CANCELED. With the last one the exit is over and what is blocked becomes usable,
 * which that one's entry tells.
 */
function endRequests(journal: Journal, token: Address, ends: (request: ExitRequest) => boolean): void {
  const { account } = journal;
  const requests = requestsOf(journal, token);
  const ended = requests.filter(ends);
  const newest = newestOf(ended);
  if (newest === undefined) return;
  const left = requests.filter((request) => !ended.includes(request));
  journal.exit({ account: account.address, token, requests: left });
  const released = left.length > 0 ? ZERO_AMOUNT : account.balance(token).blocked;
  for (const request of ended) {
    const movedBack = request === newest ? released : ZERO_AMOUNT;
    const changes = [movedChange(token, movedBack)];
    changeEntry(journal, entryOf(journal, request), { changes, canceled: true, open: false });
  }
  postMove(journal, newest.entryId, token, -released);
}

/** Posts what moves from usable to blocked, or back if it is negative. */
function postMove(journal: Journal, id: EntryId, token: Address, moved: bigint): void {
  journal.post({ kind: 'entry', id }, [
    journal.line(token, 'usable', -moved),
    journal.line(token, 'blocked', moved),
  ]);
}

const requestsOf = (journal: Journal, token: Address): readonly ExitRequest[] =>
  journal.account.exits.get(token)?.requests ?? [];

const entryOf = ({ account }: Journal, { entryId }: ExitRequest): Entry =>
  present(account.entries.get(entryId), `open entry ${entryId} of a requested exit`);

const newestOf = (requests: readonly ExitRequest[]): ExitRequest | undefined =>
  requests.reduce<ExitRequest | undefined>(
    (newest, next) => (newest === undefined || isAfter(next, newest) ? next : newest),
    undefined,
  );

const isAfter = (
  a: Pick<ChainPlace, 'block' | 'logIndex'>,
  b: Pick<ChainPlace, 'block' | 'logIndex'>,
): boolean => a.block > b.block || (a.block === b.block && a.logIndex > b.logIndex);
