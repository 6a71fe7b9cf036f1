import type { RequestDefinition, RequestOf } from '@exchange/contract/bus';
import type { Address } from '@exchange/core/kernel';
import type { Origin } from '@exchange/core/message';
import type { IncomingRequest } from '@exchange/platform';
import type { AccountBook } from '../accounts/account-book';
import type { LedgerContext } from '../ledger-context';
import type { TurnOutput } from '../outbox/turn-output';

/** A request that was decoded, with who sent it. */
export interface Received<Q> {
  readonly incoming: IncomingRequest;
  readonly request: Q;
  /** The sender's token in the subject: the gateway process, which NATS lets use no other. */
  readonly sender: string;
}

/** One kind of command or query: its file in the inbox. `P` is what was prepared before the decision. */
export interface RequestHandler<D extends RequestDefinition, P = undefined> {
  readonly definition: D;
  /** The accounts whose rows the decision needs. */
  accounts(request: RequestOf<D>, context: LedgerContext, sender: string): readonly Address[];
  /** Work before the decision that changes nothing: recover signatures, hash, read rows. */
  prepare?(request: RequestOf<D>, context: LedgerContext, sender: string): P | Promise<P>;
  /** The hashes of an order, none of which may have been used before. */
  spentHashes?(request: RequestOf<D>, prepared: P): readonly { account: Address; digest: string }[];
  apply(turn: LedgerTurn, received: Received<RequestOf<D>>, prepared: P): void;
}

/** What a handler works on while a turn is decided. */
export interface LedgerTurn {
  readonly context: LedgerContext;
  readonly book: AccountBook;
  readonly output: TurnOutput;
  /** Unix ms of this turn. */
  readonly at: number;
}

/** The connection part of an origin is checked against the grant; without a rid it is kept all the same. */
export type WithAuthority = { readonly grant: string; readonly origin: Origin; readonly deadline: number };

/** The accountSeq after everything that the turn tells this account; to be asked when the reply is encoded. */
export const accountSeq = (turn: LedgerTurn, account: Address): number =>
  turn.book.account(account).record.seq;
