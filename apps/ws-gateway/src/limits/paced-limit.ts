const MOST = 4_096;
/** What the limit grows by with an answer in good time while it isn't in the way. */
const RECOVERED = 0.25;
const WINDOW_MS = 1_000;
const RETRY_S_MAX = 30;

/** How fast an owner must answer. */
export interface AnswerPace {
  /** With more under way than are answered within this time, fewer are let in. */
  readonly targetMs: number;
  /** What hasn't been answered for so long tells that nobody answers there: nothing more is sent after it. */
  readonly lateMs: number;
  /** So many may be under way before answers have told more. */
  readonly first: number;
  /** So many may be under way however slow the answers are. */
  readonly least: number;
}

/** A request under way. */
export interface Ticket {
  readonly at: number;
  readonly place: number;
  /** Whose it is, if it has to share with others. */
  readonly key: string | undefined;
  /** How many were under way with it. */
  readonly among: number;
  isLate: boolean;
}

/**
 * How many requests may be under way to an owner so that the newest is still answered in time, learned from how long the
 * answers take: of N under way when one was sent that took t, N·target/t could have been answered within the target
 * (Little's law). Nobody has more than what is left free, so that there is always room for those who ask for little
 * (dynamic thresholds). Times are monotonic milliseconds.
 */
export class PacedLimit {
  private limit: number;
  private shrunkAt = 0;
  private readonly inTime = new Set<Ticket>();
  private readonly perKey = new Map<string, number>();
  /** Per place, such as a partition, how many should have been answered long ago. */
  private readonly late = new Map<number, number>();
  private window = { from: 0, answered: 0, refused: 0 };
  /** Refused for each that was answered, in the last window. */
  private excess = 0;

  constructor(private readonly pace: AnswerPace) {
    this.limit = pace.first;
  }

  /** Whether one more for `place` would be answered in time, and `key` leaves room for others with it. */
  hasRoom(place: number, key: string | undefined, now: number): boolean {
    this.noteLate(now);
    if (this.late.has(place)) return false;
    const free = this.limit - this.inTime.size;
    const own = key === undefined ? 0 : (this.perKey.get(key) ?? 0);
    return free > 0 && own < Math.max(1, free);
  }

  /** A request is sent. */
  begin(place: number, key: string | undefined, now: number): Ticket {
    const ticket: Ticket = { at: now, place, key, among: this.inTime.size + 1, isLate: false };
    this.inTime.add(ticket);
    if (key !== undefined) count(this.perKey, key, 1);
    return ticket;
  }

  /** Its answer came, or is not waited for any more; `answered` by the owner, or by nobody. */
  end(ticket: Ticket, now: number, answered: boolean): void {
    if (ticket.isLate) count(this.late, ticket.place, -1);
    else this.inTime.delete(ticket);
    if (ticket.key !== undefined) count(this.perKey, ticket.key, -1);
    if (!answered) return;
    this.turnWindow(now);
    this.window.answered += 1;
    this.learn(ticket, now - ticket.at);
  }

  /** Whether something was turned away in the last seconds, or `place` is late. */
  isBehind(place: number, now: number): boolean {
    this.noteLate(now);
    this.turnWindow(now);
    return this.late.has(place) || this.excess > 0 || this.window.refused > 0;
  }

  /** One was turned away; returns after how many whole seconds to try again. */
  refuse(now: number): number {
    this.turnWindow(now);
    this.window.refused += 1;
    return this.retrySeconds;
  }

  /** After how many whole seconds to try again: the longer, the more are turned away. */
  get retrySeconds(): number {
    const { refused, answered } = this.window;
    const excess = Math.max(this.excess, refused / Math.max(1, answered));
    return Math.min(RETRY_S_MAX, Math.max(1, Math.ceil(excess)));
  }

  private learn({ at, among }: Ticket, tookMs: number): void {
    const { targetMs, first, least } = this.pace;
    if (tookMs <= targetMs) {
      const isInTheWay = among * 2 >= this.limit;
      if (isInTheWay) this.limit = Math.min(MOST, this.limit + 1);
      else if (this.limit < first) this.limit += RECOVERED;
    } else if (at >= this.shrunkAt) {
      // Once for all that were sent before: they tell of the same queue.
      const fitting = Math.max((among * targetMs) / tookMs, this.limit / 2);
      this.limit = Math.max(least, Math.min(this.limit, fitting));
      this.shrunkAt = at + tookMs;
    }
  }

  /** What is late holds up its own place, and takes no room from the others. */
  private noteLate(now: number): void {
    for (const ticket of this.inTime) {
      if (now - ticket.at <= this.pace.lateMs) return;
      ticket.isLate = true;
      this.inTime.delete(ticket);
      count(this.late, ticket.place, 1);
    }
  }

  private turnWindow(now: number): void {
    const { from, answered, refused } = this.window;
    if (now - from < WINDOW_MS) return;
    this.excess = now - from < 2 * WINDOW_MS ? refused / Math.max(1, answered) : 0;
    this.window = { from: now, answered: 0, refused: 0 };
  }
}

function count<K>(counts: Map<K, number>, key: K, by: number): void {
  const now = (counts.get(key) ?? 0) + by;
  if (now === 0) counts.delete(key);
  else counts.set(key, now);
}
