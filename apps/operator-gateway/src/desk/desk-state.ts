import {
  type AuditEntry,
  EMPTY_LOG,
  type LogHead,
  OpenBusiness,
  type OperatorRole,
  type Person,
  type StoredEntry,
} from '@exchange/core/operator';
import { type RowOf, TracesBy } from '@exchange/platform';
import type { sessionTable } from '../persistence/tables';

export type StoredSession = RowOf<typeof sessionTable>;

/** What came of an order, for whoever waits for it. */
export type OrderOutcome = Extract<AuditEntry, { kind: 'done' | 'refused' }>;

/** So many outcomes are kept for who asks for them; older ones are in the log. */
const OUTCOMES_MAX = 1_000;

/** What the active process knows: it follows from the log and the tables. */
export class DeskState {
  readonly business = new OpenBusiness();
  readonly sessions = new Map<string, StoredSession>();
  readonly usedCodes = new Map<string, number>();
  /** What somebody asked for that led to an order, by its sequence. */
  readonly traces = new TracesBy<number>();
  head: LogHead = EMPTY_LOG;
  /** Why nothing may be changed: the log isn't as it was written. */
  fault: string | undefined;
  /** Up to here the log is stored: what it orders may be told to others. */
  storedTo = 0;
  readonly #outcomes = new Map<number, OrderOutcome>();
  readonly #hashes = new Map<number, LogHead['hash']>();

  /** Takes up an entry that is stored. */
  resume(stored: StoredEntry, entry: AuditEntry): void {
    this.take(stored, entry);
    this.storedTo = stored.seq;
  }

  /** Takes an entry that was decided. */
  take({ seq, hash }: StoredEntry, entry: AuditEntry): void {
    this.business.apply(entry);
    this.head = { seq, hash };
    if (entry.kind === 'ordered') this.#hashes.set(seq, hash);
    if (entry.kind !== 'done' && entry.kind !== 'refused') return;
    this.#hashes.delete(entry.order);
    this.#outcomes.set(entry.order, entry);
    const [oldest] = this.#outcomes.keys();
    if (this.#outcomes.size > OUTCOMES_MAX && oldest !== undefined) this.#outcomes.delete(oldest);
  }

  /** What an open order names itself by to its owner. */
  orderOf(seq: number): LogHead | undefined {
    const hash = this.#hashes.get(seq);
    return hash && { seq, hash };
  }

  /** Of an order that has ended not long ago. */
  outcome(order: number): OrderOutcome | undefined {
    return this.#outcomes.get(order);
  }

  /** Whose session it is at `at`, Unix ms; what two people made of the person counts more than what the door said. */
  personOf(digest: string, at: number): Person | undefined {
    const session = this.sessions.get(digest);
    if (session === undefined || session.expiresAt <= at) return undefined;
    return { name: session.person, roles: this.rolesOf(session.person, session.roles) };
  }

  rolesOf(person: string, byDoor: readonly OperatorRole[]): readonly OperatorRole[] {
    return this.business.rolesOf(person) ?? byDoor;
  }
}
