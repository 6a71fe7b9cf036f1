import type { StreamName } from '@exchange/contract/bus';
import type { Msg } from '@nats-io/transport-node';
import { FROM_LAST, type Log, type LogEntry, type LogReader } from '../ports';
import { repeat } from '../repeat';
import { systemClock } from '../system-clock';
import { type JetstreamApi, seqOf, type StoredMessage } from './jetstream-api';
import type { RelayListener } from './log-relay';
import { formatHint, parseHint } from './stream-hint';
import { traceOf } from './trace-headers';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;
/** So many messages are asked for at once, if the log has them side by side: whoever stores waits for no more than that. */
export const ASKED_MAX = 32;
/** So many are kept from the relay; whoever takes longer asks for them later. */
const WAITING_MAX = 1_024;

export interface Reading {
  readonly stream: StreamName;
  readonly filter: string;
  readonly hint: string | undefined;
  readonly api: JetstreamApi;
  readonly log: Log;
  /** Resolves when the broker knows that this process listens to the log's relay. */
  readonly listening: () => Promise<void>;
  readonly onEntry: (entry: LogEntry) => void | Promise<void>;
}

/**
 * Reads one filter of a stream. What is stored already is asked for; what is stored from then on comes from the log's
 * relay, until that says that something was missed. A stream that was created anew is read from its start.
 */
export class NatsLogReader implements LogReader, RelayListener {
  readonly filter: string;
  /** The incarnation of the stream, empty until it is known, and the last place in it that was handed over. */
  private created = '';
  private handed = 0;
  /** What is stored must be asked for. */
  private behind = true;
  private waiting: StoredMessage[] = [];
  private running = false;
  private readonly stopping = new AbortController();
  private wakers: (() => void)[] = [];

  constructor(private readonly reading: Reading) {
    this.filter = reading.filter;
    [this.created, this.handed] = parseHint(reading.hint);
  }

  /** Begins to read. */
  start(): void {
    this.missed('opening');
  }

  missed(reason: string): void {
    const { stream, filter, log } = this.reading;
    log.debug({ stream, filter, reason }, 'stored messages of a log asked for');
    this.behind = true;
    this.run();
  }

  receive({ subject, data, headers }: Msg, streamSeq: number): void {
    if (this.behind) return;
    if (this.waiting.length >= WAITING_MAX) {
      this.missed('the receiver is slower than the log');
      return;
    }
    this.waiting.push({ subject, data, headers, streamSeq });
    this.run();
  }

  async caughtUp(): Promise<void> {
    const { api, stream, filter } = this.reading;
    while (!this.stopped) {
      if (this.behind) {
        await this.woken();
        continue;
      }
      const { created } = this;
      const target = await api.lastStreamSeq(stream, filter);
      while (!this.stopped && created === this.created && this.handed < target) await this.woken();
      if (created === this.created && this.handed >= target) return;
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.wake();
  }

  private get stopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private run(): void {
    if (!this.running && !this.stopped) void this.handOver();
  }

  /** Hands over in order, at once if nothing holds it back; whatever comes after it has ended begins it again. */
  private async handOver(): Promise<void> {
    this.running = true;
    try {
      while (!this.stopped) {
        while (this.behind && !this.stopped) await this.catchUp();
        const next = this.waiting.shift();
        if (next === undefined) return;
        const held = this.hand(next);
        if (held) await held;
      }
    } finally {
      this.running = false;
      this.wake();
    }
  }

  private async catchUp(): Promise<void> {
    let nextPauseMs = FIRST_PAUSE_MS;
    const readStored = async () => {
      await this.readStored();
      return 'done' as const;
    };
    const failed = (error: unknown) => {
      this.behind = true;
      this.reading.log.warn({ err: error, filter: this.filter }, 'a log could not be read');
      const pauseMs = nextPauseMs;
      nextPauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      return pauseMs;
    };
    const { signal } = this.stopping;
    await repeat(readStored, { clock: systemClock, signal, everyMs: FIRST_PAUSE_MS, failed });
  }

  private async readStored(): Promise<void> {
    const { api, stream, listening } = this.reading;
    await listening();
    await this.findPlace(await api.created(stream));
    // Whatever the relay brings from here on is kept; what it brought before is among the stored.
    this.waiting = [];
    this.behind = false;
    for (let asked = 1; !this.stopped && !this.behind;) {
      const found = await api.after(stream, this.filter, this.handed, asked);
      if (found.length === 0) return;
      for (const message of found) {
        const held = this.hand(message);
        if (held) await held;
        if (this.stopped) return;
      }
      asked = Math.min(ASKED_MAX, found.length * 2);
    }
  }

  private async findPlace(created: string): Promise<void> {
    if (created === this.created) return;
    const { api, stream, hint } = this.reading;
    const last = hint === FROM_LAST ? await api.lastStreamSeq(stream, this.filter) : 0;
    this.created = created;
    this.handed = Math.max(0, last - 1);
  }

  private hand(message: StoredMessage): void | Promise<void> {
    const { subject, data, streamSeq } = message;
    if (streamSeq <= this.handed) return;
    this.handed = streamSeq;
    const seq = seqOf(message);
    if (seq === undefined) {
      const fields = { alarm: 'foreign_message', subject, streamSeq } as const;
      this.reading.log.error(fields, 'a message in a log is not from its writer: left out');
      return;
    }
    const hint = formatHint(this.created, streamSeq);
    return this.reading.onEntry({ subject, seq, data, hint, trace: traceOf(message) });
  }

  private woken(): Promise<void> {
    return new Promise((resolve) => this.wakers.push(resolve));
  }

  private wake(): void {
    for (const wake of this.wakers.splice(0)) wake();
  }
}
