import { type Address, present } from '@exchange/core/kernel';
import { feeTierOf } from '@exchange/core/ledger';
import type { Origin } from '@exchange/core/message';
import { allPendingEntries, pendingEntriesAbove } from '../outbox/pending-entries';
import { balanceView } from '../outbox/views';
import type { LedgerTurn } from '../ledger-turn';
import { sessionTable } from '../persistence/tables/login-tables';
import { SESSION_LIFETIME_MS, sessionHash, withConsumed, withLive } from './session';

/** Makes a new session id the live one, which voids the last one; only its hash is kept. Delegates get none. */
export function issueSession(turn: LedgerTurn, account: Address, session: string): void {
  const login = turn.book.login(account);
  const liveUntil = turn.at + SESSION_LIFETIME_MS;
  login.session = withLive(login.session, { account, live: sessionHash(session), liveUntil });
  storeSession(turn, account);
}

/** Uses the live session id up: it was logged in with. */
export function consumeSession(turn: LedgerTurn, account: Address): void {
  const login = turn.book.login(account);
  login.session = withConsumed(present(login.session, `session of ${account}`));
  storeSession(turn, account);
}

/** Voids the live session id, after a logoff or a replay. */
export function voidSession(turn: LedgerTurn, account: Address): void {
  const login = turn.book.login(account);
  if (login.session === undefined) return;
  login.session = withLive(login.session, { account, live: null, liveUntil: 0 });
  storeSession(turn, account);
}

/** What a login that was accepted is answered with, at the end of the turn. */
export function sessionReply(
  turn: LedgerTurn,
  account: Address,
  delegate: Address | null,
  session: string | null,
  { origin, entriesInParts }: { readonly origin: Origin; readonly entriesInParts?: true },
) {
  const { book, rules, at } = turn;
  const pointTenths = book.points.raisedLimit(account);
  const { record, balances } = book.account(account);
  const { entries, more } = entriesInParts
    ? pendingEntriesAbove(turn, account, 0)
    : allPendingEntries(turn, account);
  return {
    account,
    delegate,
    session,
    grant: rules.grants.issue(account, delegate, origin, at),
    accountSeq: record.seq,
    balances: [...balances].map(([token, balance]) => balanceView(token, balance, book.listing)),
    pendingEntries: entries,
    ...(more && { moreEntries: true as const }),
    ...(pointTenths === undefined ? {} : { pointTenths }),
    feeTier: feeTierOf(book.fees.schedule, record),
  };
}

/** An account without anything on record leaves no rows behind. */
function storeSession(turn: LedgerTurn, account: Address): void {
  const { onRecord, session } = turn.book.login(account);
  if (onRecord && session !== undefined) turn.output.rows.put(sessionTable, account, session);
}
