import type { StreamName } from '@exchange/contract/bus';
import {
  activeTrace,
  type Clock,
  covers,
  type IncomingRequest,
  type LogMessage,
  withTrace,
} from '@exchange/platform';
import type { Delivery, MemoryBrokerFaults } from './faults';

export interface Stored extends LogMessage {
  readonly subject: string;
}

/** A process' connection, as the broker sees it. */
export interface Connected {
  readonly name: string;
  readonly connected: boolean;
  disconnect(): void;
  reconnect(): void;
}

interface Reader {
  readonly stream: StreamName;
  wake(): void;
}

interface Listener<F> {
  readonly owner: Connected;
  readonly filter: string;
  readonly hear: F;
}

export type NoticeListener = Listener<(subject: string, data: Uint8Array) => void>;
export type RequestListener = Listener<(request: IncomingRequest) => void>;

export interface BrokerOptions {
  readonly clock: Clock;
  /** Runs a delivery later; a simulation may choose the order. In order and soon by default. */
  readonly schedule?: (deliver: () => void) => void;
}

/** The streams of a broker in memory, and who listens. */
export class BrokerRecord {
  faults: MemoryBrokerFaults = {};
  readonly clock: Clock;
  readonly notices = new Set<NoticeListener>();
  readonly requests = new Set<RequestListener>();
  readonly readers = new Set<Reader>();
  /** Counts the wipes: offsets in streams of another incarnation mean nothing. */
  incarnation = 1;
  protected readonly connections = new Set<Connected>();
  private readonly streams = new Map<StreamName, Stored[]>();
  private readonly lasts = new Map<string, { offset: number; seq: number }>();
  private readonly schedule: (deliver: () => void) => void;

  constructor({ clock, schedule = queueMicrotask }: BrokerOptions) {
    this.clock = clock;
    this.schedule = schedule;
  }

  /** A process is gone. */
  forget(bus: Connected): void {
    this.connections.delete(bus);
  }

  /** The messages of a stream in the order in which they were stored. */
  stream(name: StreamName): Stored[] {
    let stored = this.streams.get(name);
    if (!stored) this.streams.set(name, (stored = []));
    return stored;
  }

  /** The last message of a subject, with its offset in the stream from 1; offset and seq are 0 when there is none. */
  last(name: StreamName, subject: string): { offset: number; seq: number } {
    return this.lasts.get(`${name} ${subject}`) ?? { offset: 0, seq: 0 };
  }

  append(name: StreamName, message: Stored): void {
    const offset = this.stream(name).push(message);
    this.lasts.set(`${name} ${message.subject}`, { offset, seq: message.seq });
    for (const reader of this.readers) if (reader.stream === name) reader.wake();
  }

  /** Loses everything that was stored. */
  wipe(): void {
    this.streams.clear();
    this.lasts.clear();
    this.incarnation += 1;
    for (const reader of this.readers) reader.wake();
  }

  /** Sends a notice to everyone who listens at this time. */
  publish(subject: string, data: Uint8Array): void {
    const trace = activeTrace();
    for (const listener of this.notices) {
      if (!covers(listener.filter, subject)) continue;
      const hear = () => {
        if (!this.notices.has(listener) || !listener.owner.connected) return;
        withTrace(trace, () => listener.hear(subject, data));
      };
      this.deliver(this.faults.notice?.(subject, listener.owner.name), hear);
    }
  }

  /** Runs a delivery as the fault decides. */
  deliver(delivery: Delivery = 'deliver', run: () => void): void {
    if (delivery === 'drop') return;
    if (typeof delivery === 'object') {
      if (delivery.andNow === true) this.schedule(run);
      void this.clock.sleep(delivery.delayMs).then(run);
      return;
    }
    this.schedule(run);
    if (delivery === 'duplicate') this.schedule(run);
  }
}
