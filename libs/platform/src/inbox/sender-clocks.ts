import type { SentStamp } from '@exchange/contract/bus';
import type { Clock } from '../ports';

/** The least delay of a sender's messages is taken of the last one to two of these: clocks run apart by µs meanwhile. */
const PERIOD_MS = 60_000;
/** So far two machines' clocks may be apart. */
export const SKEW_MS_MAX = 60_000;
const SENDERS_MAX = 10_000;

/** What a command says of its time. */
export interface Timing {
  /** Unix ms by the sender's clock. */
  readonly deadline: number;
  readonly sent?: SentStamp | undefined;
}

interface Sender {
  readonly run: number;
  since: number;
  /** The least of our steady clock at arrival minus the sender's at sending: before this period, and in it. */
  before: number;
  least: number;
}

/** Told of each command with a stamp: by how much our machine's clock is ahead of its sender's, in ms. */
export type SkewReport = (sender: string, skewMs: number) => void;

/**
 * When senders give their commands up, by our own steady clock. What separates the two steady clocks is the least that a
 * message seemed to take: so one that waited before it came, because this process stood still or the network did, counts
 * with all its age, and no clock that is set forward or back changes anything.
 */
export class SenderClocks {
  private readonly senders = new Map<string, Sender>();

  constructor(
    private readonly clock: Clock,
    private readonly report: SkewReport = () => undefined,
  ) {}

  /** Undefined for what carries no stamp: an earlier release sent it, and its deadline counts as it is. */
  dueAt(name: string, { deadline, sent }: Timing, heardAt: number): number | undefined {
    if (sent === undefined) return undefined;
    const { run, at, leftMs } = sent;
    const apart = heardAt - at;
    let sender = this.senders.get(name);
    if (sender?.run !== run) {
      // Nothing says yet how long a first message took but the clocks on the wall, which may be apart.
      // eslint-disable-next-line no-restricted-syntax -- all there is
      if (this.clock.now() - deadline > SKEW_MS_MAX) return Number.NEGATIVE_INFINITY;
      sender = this.meet(name, run, apart, heardAt);
    }
    const offset = offsetOf(sender, apart, heardAt);
    const sentAgoMs = this.clock.steady() - (at + offset);
    // eslint-disable-next-line no-restricted-syntax -- it is these clocks that are compared
    this.report(name, this.clock.now() - sentAgoMs - (deadline - leftMs));
    return at + offset + leftMs;
  }

  private meet(name: string, run: number, apart: number, heardAt: number): Sender {
    if (this.senders.size >= SENDERS_MAX) this.forget(heardAt);
    const sender = { run, since: heardAt, before: apart, least: apart };
    this.senders.set(name, sender);
    return sender;
  }

  private forget(now: number): void {
    for (const [name, { since }] of this.senders) if (now - since > 10 * PERIOD_MS) this.senders.delete(name);
  }
}

/** Learns from one more message how far the sender's clock is from ours. */
function offsetOf(sender: Sender, apart: number, heardAt: number): number {
  if (heardAt - sender.since > PERIOD_MS) {
    sender.before = sender.least;
    sender.least = apart;
    sender.since = heardAt;
  }
  sender.least = Math.min(sender.least, apart);
  return Math.min(sender.least, sender.before);
}
