import type { StreamName } from '@exchange/contract/bus';
import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { connect, type NatsConnection, RequestError, TimeoutError } from '@nats-io/transport-node';
import { systemClock } from '../system-clock';
import { RELAYS, HEARTBEAT_MS } from './log-relay';
import { brokerLogin, inboxOf } from './identity';

/** The logs and their subjects. */
export const STREAM_SUBJECTS: Readonly<Record<StreamName, string>> = {
  LEDGER: 'ledger.v1.>',
  MARKET: 'market.v1.>',
  CHAIN: 'chain.v1.>',
  SETTLEMENT: 'settlement.v1',
  ATTESTER: 'attester.v1',
  SOLVENCY: 'solvency.v1.verdict',
};

const STREAM_NOT_FOUND = 10059;
const NO_SUITABLE_PEERS = 10005;
const UNAVAILABLE = 503;

/** Servers that have just started choose a leader first, and find each other before they can take copies. */
const READY_WITHIN_MS = 60_000;
const LOOK_AGAIN_MS = 250;

export interface StreamOptions {
  readonly url: string;
  /** The administrator's; no service may do this. */
  readonly password: string;
  readonly replicas?: number;
  /** Older messages are forgotten by the broker; 0 keeps them. */
  readonly maxAgeMs?: number;
  /** Of each stream; the oldest go first. -1 is no limit. */
  readonly maxBytes?: number;
}

/**
 * Creates the streams, or brings them to these limits, and the relays of all logs. May be repeated, also after a wipe.
 * Waits a minute for servers that have no leader yet.
 */
export async function createStreams(options: StreamOptions): Promise<void> {
  const { url, password } = options;
  const { name, authenticator } = brokerLogin('administrator', 'own', password);
  const connection = await connect({
    ...{ servers: url.split(','), authenticator, name, inboxPrefix: inboxOf(name) },
    ...{ waitOnFirstConnect: true, maxReconnectAttempts: -1, reconnectTimeWait: 100 },
  });
  const until = systemClock.steady() + READY_WITHIN_MS;
  try {
    for (;;) {
      try {
        return await bringToLimits(connection, options);
      } catch (error) {
        if (!isPassing(error) || systemClock.steady() > until) throw error;
      }
      await systemClock.sleep(LOOK_AGAIN_MS);
    }
  } finally {
    await connection.close();
  }
}

async function bringToLimits(connection: NatsConnection, options: StreamOptions): Promise<void> {
  const { replicas = 1, maxAgeMs = 7 * 86_400_000, maxBytes = -1 } = options;
  const manager = await jetstreamManager(connection);
  const { streams } = manager;
  for (const [name, subject] of Object.entries(STREAM_SUBJECTS)) {
    const limits = { max_age: maxAgeMs * 1e6, max_bytes: maxBytes, num_replicas: replicas };
    const config = {
      ...limits,
      ...{ subjects: [subject], storage: StorageType.File, retention: RetentionPolicy.Limits },
      ...{ discard: DiscardPolicy.Old, max_consumers: -1, max_msgs: -1, deny_delete: true },
    };
    const exists = await streams.info(name).then(
      () => true,
      (error: unknown) => {
        if (error instanceof JetStreamApiError && error.code === STREAM_NOT_FOUND) return false;
        throw error;
      },
    );
    if (exists) await streams.update(name, { subjects: [subject], ...limits });
    else await streams.add({ name, ...config });
  }
  await createRelays(manager);
}

/** True for what servers without a leader say, or don't say. */
function isPassing(error: unknown): boolean {
  if (error instanceof JetStreamApiError) {
    return error.status === UNAVAILABLE || error.code === NO_SUITABLE_PEERS;
  }
  const cause = error instanceof Error ? error.cause : undefined;
  return error instanceof TimeoutError || (cause instanceof RequestError && cause.isNoResponders());
}

/** The consumers that deliver each log as it is stored: no service may create one, since it may deliver anywhere. */
async function createRelays({ consumers }: JetStreamManager): Promise<void> {
  for (const { stream, pattern, consumer, subject } of RELAYS) {
    await consumers.add(stream, {
      ...{ durable_name: consumer, filter_subject: pattern, deliver_subject: subject },
      ...{
        deliver_policy: DeliverPolicy.New,
        ack_policy: AckPolicy.None,
        idle_heartbeat: HEARTBEAT_MS * 1e6,
      },
    });
  }
}
