import { ok, reject, type Result } from '@exchange/core/kernel';
import { mayAct } from '@exchange/core/ledger';
import type { Origin } from '@exchange/core/message';
import type { RequestInput } from '@exchange/platform';
import type { LedgerTurn } from '../ledger-turn';
import type { Grant } from './grant';

/** The connection part of an origin is checked against the grant; without a rid it is kept all the same. */
interface WithAuthority {
  readonly grant: string;
  readonly origin: Origin;
  readonly deadline: number;
}

type Timed = RequestInput<{ readonly deadline: number }>;

const OWN_KEY_NEEDED = reject(
  'DELEGATE_NOT_ALLOWED',
  'this needs a connection logged in with the account’s own key',
);

/** The grant of a command's or query's connection, if it is good now and its delegate is still accepted. */
export function authorizeGrant(
  turn: LedgerTurn,
  { request, sender }: RequestInput<{ readonly grant: string; readonly origin?: WithAuthority['origin'] }>,
): Result<Grant> {
  const grant = turn.rules.grants.check(request.grant, sender, request.origin, turn.at);
  if (!grant.ok) return grant;
  const { account, delegate } = grant.value;
  if (delegate === null) return grant;
  const known = turn.book.account(account).delegates.get(delegate);
  if (mayAct(known, Math.floor(turn.at / 1000))) return grant;
  return reject(
    'NOT_AUTHENTICATED',
    'the delegate of this connection is no longer accepted; authenticate again',
  );
}

/** As {@link authorizeGrant}, for a command: its deadline must not have passed. */
export function authorize(turn: LedgerTurn, received: RequestInput<WithAuthority>): Result<Grant> {
  const inTime = checkDeadline(turn, received);
  return inTime.ok ? authorizeGrant(turn, received) : inTime;
}

/** As {@link authorize}, for what leaves rows behind: strangers get none (docs/interface, strangers). */
export function authorizeOnRecord(turn: LedgerTurn, received: RequestInput<WithAuthority>): Result<Grant> {
  const grant = authorize(turn, received);
  return !grant.ok || turn.book.login(grant.value.account).onRecord ? grant : NOT_ON_RECORD;
}

const NOT_ON_RECORD = reject(
  'NOT_ON_RECORD',
  'this account has no deposit, trade or delegation yet; deposit first',
);

/** As {@link authorizeOwnerOnRecord}, of an account that another group keeps. */
export function authorizeForeignOwner(
  turn: LedgerTurn,
  received: RequestInput<WithAuthority>,
  onRecord: boolean,
): Result<Grant> {
  const inTime = checkDeadline(turn, received);
  if (!inTime.ok) return inTime;
  const { request, sender } = received;
  const grant = turn.rules.grants.check(request.grant, sender, request.origin, turn.at);
  if (!grant.ok) return grant;
  if (grant.value.delegate !== null) return OWN_KEY_NEEDED;
  return onRecord ? grant : NOT_ON_RECORD;
}

/** As {@link authorize}, for what a delegate may not do. */
export function authorizeOwner(turn: LedgerTurn, received: RequestInput<WithAuthority>): Result<Grant> {
  const grant = authorize(turn, received);
  if (grant.ok && grant.value.delegate !== null) return OWN_KEY_NEEDED;
  return grant;
}

/** As {@link authorizeOwner}, for what leaves rows behind. */
export function authorizeOwnerOnRecord(
  turn: LedgerTurn,
  received: RequestInput<WithAuthority>,
): Result<Grant> {
  const grant = authorizeOwner(turn, received);
  return grant.ok ? authorizeOnRecord(turn, received) : grant;
}

/** A command that waited past its deadline must not be carried out: its sender has given it up. */
export function checkDeadline(turn: LedgerTurn, { request, dueAt }: Timed): Result<void> {
  const inTime = dueAt === undefined ? turn.clockAt <= request.deadline : turn.steadyAt <= dueAt;
  if (inTime) return ok(undefined);
  return reject('DEADLINE_PASSED', 'the command came too late and was not carried out; send it again');
}

/** A login: in time, and of a connection of the gateway that sends it. */
export function checkConnection(
  turn: LedgerTurn,
  received: RequestInput<Omit<WithAuthority, 'grant'>>,
): Result<void> {
  const inTime = checkDeadline(turn, received);
  const { request, sender } = received;
  if (!inTime.ok || request.origin.gateway === sender) return inTime;
  return reject('INVALID_GRANT', 'the connection is another gateway’s');
}
