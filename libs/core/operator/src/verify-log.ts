import { bodyHash, EMPTY_LOG, type Hash32, type LogHead, type StoredEntry } from './entry';

/** The newest order that an owner of state carried out, as it stored it with what the order changed. */
export interface OwnerHead extends LogHead {
  /** Which owner, for people: a service, or a group of one. */
  readonly owner: string;
}

export type LogFault =
  /** Its bytes aren't those that were written, or it isn't the entry that the next one follows. */
  | 'changed'
  /** It isn't there, though a later one or an owner of state knows of it. */
  | 'missing'
  /** Another entry is in its place. */
  | 'swapped';

/** What is to be said of a log. `seq`: the first entry that isn't as it was written. */
export type LogVerdict =
  | { readonly ok: true; readonly head: LogHead }
  | { readonly ok: false; readonly seq: number; readonly fault: LogFault; readonly message: string };

/**
 * Checks a log from its first entry on, page by page: `take` each entry in the order of the sequence, then `end` with what
 * the owners of state know. The first fault stays the verdict.
 */
export class LogCheck {
  #head: LogHead = EMPTY_LOG;
  #fault: LogVerdict | undefined;
  /** What owners know, and the log's word on it. */
  readonly #asked: ReadonlySet<number>;
  readonly #known = new Map<number, LogHead>();

  constructor(
    private readonly hash: Hash32,
    private readonly owners: readonly OwnerHead[],
  ) {
    this.#asked = new Set(owners.map(({ seq }) => seq));
  }

  /** The next entry as it is stored. False once a fault was found: the remainder can't be judged. */
  take(entry: StoredEntry): boolean {
    this.#fault ??= this.#judge(entry);
    if (this.#fault !== undefined) return false;
    this.#head = { seq: entry.seq, hash: entry.hash };
    if (this.#asked.has(entry.seq)) this.#known.set(entry.seq, this.#head);
    return true;
  }

  /** All entries were taken. */
  end(): LogVerdict {
    if (this.#fault !== undefined) return this.#fault;
    for (const { owner, seq, hash } of [...this.owners].sort((one, other) => one.seq - other.seq)) {
      if (seq > this.#head.seq) {
        const last = this.#head.seq;
        return faulty(last + 1, 'missing', `the log ends at ${last}, and ${owner} carried out ${seq}`);
      }
      const known = this.#known.get(seq)?.hash ?? EMPTY_LOG.hash;
      if (known !== hash)
        return faulty(seq, 'changed', `${owner} carried out the entry with the hash ${hash}, not ${known}`);
    }
    return { ok: true, head: this.#head };
  }

  #judge({ seq, hash, body }: StoredEntry): LogVerdict | undefined {
    const { seq: before, hash: prev } = this.#head;
    const due = before + 1;
    if (seq > due) return faulty(due, 'missing', `${seq} comes after ${before}`);
    if (seq < due) return faulty(seq, 'swapped', `it comes after ${before}`);
    const said = placeOf(body);
    if (bodyHash(body, this.hash) !== hash || said === undefined)
      return faulty(seq, 'changed', 'its text does not have the hash that is stored with it');
    if (said.seq !== seq) return faulty(seq, 'swapped', `its text is that of entry ${String(said.seq)}`);
    if (said.prev === prev) return undefined;
    // Whoever writes one anew gives it a hash that fits, but not the one by which the next entry knows it.
    return seq === 1
      ? faulty(seq, 'changed', 'it follows an entry, and must be the first')
      : faulty(before, 'changed', `its hash is ${prev}, and entry ${seq} follows ${String(said.prev)}`);
  }
}

/** Checks a log that is in memory as a whole; see {@link LogCheck}. */
export function verifyLog(
  entries: Iterable<StoredEntry>,
  owners: readonly OwnerHead[],
  hash: Hash32,
): LogVerdict {
  const check = new LogCheck(hash, owners);
  for (const entry of entries) if (!check.take(entry)) break;
  return check.end();
}

const faulty = (seq: number, fault: LogFault, why: string): LogVerdict => ({
  ...{ ok: false, seq, fault },
  message: `entry ${seq} is ${fault}: ${why}`,
});

/** What a text says of its own place; undefined when it is none of an entry. */
function placeOf(body: string): { readonly seq: unknown; readonly prev: unknown } | undefined {
  try {
    const { seq, prev } = JSON.parse(body) as { seq: unknown; prev: unknown };
    return { seq, prev };
  } catch {
    return undefined;
  }
}
