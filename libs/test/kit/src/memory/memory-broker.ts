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
import { MemoryBus } from './memory-bus';
import type { MemoryLogReader } from './memory-log-reader';

export interface Stored extends LogMessage {
  readonly subject: string;
}

interface Listener<F> {
  readonly owner: MemoryBus;
  readonly filter: string;
  readonly hear: F;
}

export type NoticeListener = Listener<(subject: string, data: Uint8Array) => void>;
export type RequestListener = Listener<(request: IncomingRequest) => void>;

export interface MemoryBrokerOptions {
  readonly clock: Clock;
  /** Runs a delivery later; a simulation may choose the order. In order and soon by default. */
  readonly schedule?: (deliver: () => void) => void;
}

/** A broker in memory: the streams, and who listens. Each process connects with its own {@link MemoryBus}. */
export class MemoryBroker {
  faults: MemoryBrokerFaults = {};
  readonly clock: Clock;
  readonly notices = new Set<NoticeListener>();
  readonly requests = new Set<RequestListener>();
  readonly readers = new Set<MemoryLogReader>();
  /** Counts the wipes: places in streams of another incarnation mean nothing. */
  incarnation = 1;
  private readonly connections = new Set<MemoryBus>();
  private readonly streams = new Map<StreamName, Stored[]>();
  private readonly lasts = new Map<string, { place: number; seq: number }>();
  private readonly schedule: (deliver: () => void) => void;

  constructor({ clock, schedule = queueMicrotask }: MemoryBrokerOptions) {
    this.clock = clock;
    this.schedule = schedule;
  }

  /** A connection of one process; `name` is told to the faults. */
  connect(name: string): MemoryBus {
    const bus = new MemoryBus(this, name);
    this.connections.add(bus);
    return bus;
  }

  /** The broker goes down: every connection breaks. */
  goDown(): void {
    for (const bus of this.connections) bus.disconnect();
  }

  /** The broker is back: everyone reconnects whose process still lives. */
  comeBack(): void {
    for (const bus of this.connections) bus.reconnect();
  }

  /** A process is gone. */
  forget(bus: MemoryBus): void {
    this.connections.delete(bus);
  }

  /** The messages of a stream in the order in which they were stored. */
  stream(name: StreamName): Stored[] {
    let stored = this.streams.get(name);
    if (!stored) this.streams.set(name, (stored = []));
    return stored;
  }

  /** The last message of a subject, with its place in the stream from 1; place and seq are 0 when there is none. */
  last(name: StreamName, subject: string): { place: number; seq: number } {
    return this.lasts.get(`${name} ${subject}`) ?? { place: 0, seq: 0 };
  }

  append(name: StreamName, message: Stored): void {
    const place = this.stream(name).push(message);
    this.lasts.set(`${name} ${message.subject}`, { place, seq: message.seq });
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
      void this.clock.sleep(delivery.delayMs).then(run);
      return;
    }
    this.schedule(run);
    if (delivery === 'duplicate') this.schedule(run);
  }
}
