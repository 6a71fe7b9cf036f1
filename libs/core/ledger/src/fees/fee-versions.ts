import { present } from '@exchange/core/kernel';
import type { FeeVersion, ListedFees } from '@exchange/core/message';
import type { FeeSchedule } from './fee-schedule';

/** The number of the configured schedule. */
export const FIRST_FEES = 1;

/**
 * The schedules of fees that a ledger has had, the one in force, and those that are still to start. One that is in force stays
 * so until a later one starts, whatever the clock says (docs: ledger, fee tiers).
 */
export class FeeVersions {
  private readonly known = new Map<number, FeeVersion>();
  private inForce = FIRST_FEES;
  private waiting: readonly FeeVersion[] = [];

  constructor(first: FeeSchedule) {
    this.known.set(FIRST_FEES, { version: FIRST_FEES, rows: first, announcedAt: 0, startsAt: 0 });
  }

  /** The version in force. */
  get current(): FeeVersion {
    return present(this.known.get(this.inForce), `fees ${this.inForce}`);
  }

  /** Its schedule. */
  get schedule(): FeeSchedule {
    return this.current.rows;
  }

  /** The announced version that starts last; undefined when none is announced. */
  get next(): FeeVersion | undefined {
    return this.waiting.at(-1);
  }

  /** The number for the next announcement. */
  get nextNumber(): number {
    return Math.max(...this.known.keys()) + 1;
  }

  /** What the log of the listing says. */
  get listed(): ListedFees {
    const { current, next } = this;
    return { current, ...(next && { next }) };
  }

  /** The rows of a version; undefined when it isn't known here. */
  rowsOf(version: number): FeeSchedule | undefined {
    return this.known.get(version)?.rows;
  }

  /** Takes up what is stored: every version, those that were replaced before they started, and the one in force. */
  restore(stored: readonly (FeeVersion & { readonly replaced: boolean })[], inForce: number): void {
    for (const { replaced: _, ...version } of stored) this.known.set(version.version, version);
    this.inForce = inForce;
    this.await(stored.filter(({ replaced }) => !replaced));
  }

  /** Sets the version that starts next; one that was announced and hasn't started never will. */
  announce(version: FeeVersion): void {
    this.await([version]);
  }

  /** What the group of partition 0 says, unless more is known here: a new reader of its log reads old messages, too. */
  take({ current, next }: ListedFees): void {
    if ((next ?? current).version < this.nextNumber - 1) return;
    this.await([current, ...(next === undefined ? [] : [next])]);
  }

  /** Puts in force what is due at a moment (Unix ms): the version that starts with it, or undefined. */
  startDue(at: number): FeeVersion | undefined {
    const due = this.waiting.findLast(({ startsAt }) => startsAt <= at);
    if (due === undefined) return undefined;
    this.inForce = due.version;
    this.await(this.waiting);
    return due;
  }

  private await(versions: readonly FeeVersion[]): void {
    for (const version of versions) this.known.set(version.version, version);
    this.waiting = versions
      .filter(({ version }) => version > this.inForce)
      .toSorted((a, b) => a.version - b.version);
  }
}
