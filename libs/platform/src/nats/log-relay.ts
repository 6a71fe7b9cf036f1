import type { StreamName } from '@exchange/contract/bus';
import { assert } from '@exchange/core/kernel';
import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import { covers, LOGS, logOf } from '../catalogue';
import type { Log } from '../ports';
import { repeat } from '../repeat';
import { systemClock } from '../system-clock';
import { parseConsumerMessage } from './consumer-message';

/** How often the broker says that a relay lives while nothing is stored. */
export const HEARTBEAT_MS = 2_000;
const SILENCE_MS = 5_000;

/** The one consumer of a log: it hands over what is stored from now on to everyone who listens. */
export interface RelayDefinition {
  readonly stream: StreamName;
  readonly pattern: string;
  /** The durable consumer's name. */
  readonly consumer: string;
  /** Where it delivers; nobody may publish there. */
  readonly subject: string;
}

/** The relay of the log with this pattern. */
export function relayOf({
  pattern,
  stream,
}: Pick<(typeof LOGS)[number], 'pattern' | 'stream'>): RelayDefinition {
  assert(stream !== undefined, `${pattern} is no log`);
  const subject = `live.${pattern.replaceAll('*', 'all')}`;
  return { stream, pattern, consumer: subject.replaceAll('.', '-'), subject };
}

/** The relays of all logs; whoever creates the streams creates them. */
export const RELAYS: readonly RelayDefinition[] = LOGS.map(relayOf);

/** Who listens to a relay. */
export interface RelayListener {
  readonly filter: string;
  /** A message that was stored just now, or is delivered late: then it has been read before. */
  receive(message: Msg, streamSeq: number): void;
  /** Something was missed: what is stored must be asked for. */
  missed(reason: string): void;
}

/**
 * The messages of one log as they are stored, for all its readers of a process. Notices a gap, silence, and that the
 * broker counts anew; then its listeners ask for what is stored.
 */
export class LogRelay {
  private readonly listeners = new Set<RelayListener>();
  private readonly bySubject = new Map<string, RelayListener[]>();
  private subscription: Subscription;
  private readonly stopping = new AbortController();
  /** The last place in the consumer; undefined until the broker has said it. */
  private consumerSeq: number | undefined;
  private lastHeard = systemClock.steady();

  constructor(
    private readonly connection: NatsConnection,
    readonly definition: RelayDefinition,
    private readonly log: Log,
  ) {
    this.subscription = this.listen();
    const { signal } = this.stopping;
    const options = { clock: systemClock, signal, everyMs: HEARTBEAT_MS / 2, pauseFirst: true };
    void repeat(() => this.checkSilence(), options);
  }

  add(listener: RelayListener): void {
    this.listeners.add(listener);
    this.bySubject.clear();
  }

  /** Returns whether somebody listens still. */
  remove(listener: RelayListener): boolean {
    this.listeners.delete(listener);
    this.bySubject.clear();
    return this.listeners.size > 0;
  }

  /** All listeners ask for what is stored, e.g. after a reconnect. */
  beginAgain(reason: string): void {
    // The broker refused it, perhaps with permissions of an earlier release.
    if (this.subscription.isClosed() && !this.connection.isClosed()) this.subscription = this.listen();
    this.consumerSeq = undefined;
    this.lastHeard = systemClock.steady();
    for (const listener of this.listeners) listener.missed(reason);
  }

  stop(): void {
    this.stopping.abort();
    if (!this.subscription.isClosed()) this.subscription.unsubscribe();
  }

  private listen(): Subscription {
    const callback = (error: Error | null, message: Msg) => this.hear(error, message);
    return this.connection.subscribe(this.definition.subject, { callback });
  }

  private hear(error: Error | null, message: Msg): void {
    if (error) {
      const fields = { err: error, relay: this.definition.consumer };
      this.log.error({ alarm: 'subscription_failed', ...fields }, 'log subscription failed');
      return;
    }
    const parsed = parseConsumerMessage(message);
    if (parsed === undefined) return;
    this.lastHeard = systemClock.steady();
    const expected = this.consumerSeq;
    this.consumerSeq = parsed.consumerSeq;
    if (parsed.kind === 'heartbeat') {
      if (expected !== undefined && parsed.consumerSeq !== expected) this.beginAgain('missed messages');
      return;
    }
    if (expected !== undefined && parsed.consumerSeq !== expected + 1) this.beginAgain('gap in the relay');
    for (const listener of this.listenersTo(message.subject)) listener.receive(message, parsed.streamSeq);
  }

  private listenersTo(subject: string): readonly RelayListener[] {
    let found = this.bySubject.get(subject);
    if (found === undefined) {
      found = [...this.listeners].filter(({ filter }) => covers(filter, subject));
      this.bySubject.set(subject, found);
    }
    return found;
  }

  private checkSilence(): void {
    if (systemClock.steady() - this.lastHeard <= SILENCE_MS) return;
    this.log.warn(
      { relay: this.definition.consumer },
      'the relay of a log is silent: asking for what is stored',
    );
    this.beginAgain('silence');
  }
}

/** The relays of a connection, each while somebody reads it. */
export class LogRelays {
  private readonly relays = new Map<string, LogRelay>();

  constructor(
    private readonly connection: NatsConnection,
    private readonly log: Log,
  ) {}

  /** Adds the listener to the relay of the log that its filter belongs to. */
  add(listener: RelayListener): void {
    const log = logOf(listener.filter);
    assert(log !== undefined, `no log has the subjects ${listener.filter}`);
    let relay = this.relays.get(log.pattern);
    if (relay === undefined) {
      relay = new LogRelay(this.connection, relayOf(log), this.log);
      this.relays.set(log.pattern, relay);
    }
    relay.add(listener);
  }

  remove(listener: RelayListener): void {
    const relay = this.relays.get(logOf(listener.filter)?.pattern ?? '');
    if (relay === undefined || relay.remove(listener)) return;
    relay.stop();
    this.relays.delete(relay.definition.pattern);
  }

  beginAgain(reason: string): void {
    for (const relay of this.relays.values()) relay.beginAgain(reason);
  }

  stop(): void {
    for (const relay of this.relays.values()) relay.stop();
    this.relays.clear();
  }
}
