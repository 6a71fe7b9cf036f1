import type { StreamName } from '@exchange/contract/bus';
import { covers, FROM_LAST, type LogEntry, type LogReader } from '@exchange/platform';
import type { BrokerRecord, Connected } from './broker-record';

interface Reading {
  readonly owner: Connected;
  readonly stream: StreamName;
  readonly filter: string;
  readonly hint: string | undefined;
  readonly onEntry: (entry: LogEntry) => void | Promise<void>;
}

const digits = (value: number) => String(value).padStart(10, '0');

/** Hands a stream's messages over in order, from the hint or the start, again from the start after a wipe. */
export class MemoryLogReader implements LogReader {
  private incarnation: number;
  /** How many messages of the stream were looked at. */
  private offset = 0;
  private stopped = false;
  private reading = false;
  private waiters: { readonly offset: number; readonly resolve: () => void }[] = [];

  constructor(
    private readonly broker: BrokerRecord,
    private readonly options: Reading,
  ) {
    this.incarnation = broker.incarnation;
    const [incarnation, offset] = (options.hint ?? '').split(':');
    if (Number(incarnation) === this.incarnation) this.offset = Number(offset);
    if (options.hint === FROM_LAST) this.offset = this.lastOffset();
    broker.readers.add(this);
    this.wake();
  }

  get stream(): StreamName {
    return this.options.stream;
  }

  wake(): void {
    if (this.reading || this.stopped) return;
    this.reading = true;
    this.broker.deliver('deliver', () => void this.read());
  }

  async caughtUp(): Promise<void> {
    const offset = this.broker.stream(this.stream).length;
    if (this.stopped) return;
    await new Promise<void>((resolve) => {
      this.waiters.push({ offset, resolve });
      this.wake();
    });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.broker.readers.delete(this);
    for (const { resolve } of this.waiters.splice(0)) resolve();
  }

  private async read(): Promise<void> {
    while (!this.stopped && this.options.owner.connected) {
      if (this.incarnation !== this.broker.incarnation) {
        this.incarnation = this.broker.incarnation;
        this.offset = this.options.hint === FROM_LAST ? this.lastOffset() : 0;
      }
      const stored = this.broker.stream(this.stream);
      const message = stored[this.offset];
      this.resolveReached(stored.length);
      if (!message) break;
      this.offset += 1;
      if (!covers(this.options.filter, message.subject)) continue;
      const hint = `${digits(this.incarnation)}:${digits(this.offset)}`;
      const held = this.options.onEntry({ ...message, hint });
      if (held) await held;
    }
    this.reading = false;
  }

  /** Just before the last message of the filter. */
  private lastOffset(): number {
    const covered = ({ subject }: { subject: string }) => covers(this.options.filter, subject);
    return Math.max(0, this.broker.stream(this.stream).findLastIndex(covered));
  }

  private resolveReached(length: number): void {
    const reached = (offset: number) => this.offset >= Math.min(offset, length);
    const due = this.waiters.filter(({ offset }) => reached(offset));
    this.waiters = this.waiters.filter(({ offset }) => !reached(offset));
    for (const { resolve } of due) resolve();
  }
}
