import type { StreamName } from '@exchange/contract/bus';
import { DiscardPolicy, jetstreamManager, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { inboxOf } from './nats-connection';

/** The four logs and their subjects. */
export const STREAM_SUBJECTS: Readonly<Record<StreamName, string>> = {
  LEDGER: 'ledger.v1.>',
  MARKET: 'market.v1.>',
  CHAIN: 'chain.v1.>',
  SETTLEMENT: 'settlement.v1',
};

const STREAM_NOT_FOUND = 10059;

export interface StreamOptions {
  readonly url: string;
  /** An administrator of the broker; no service may do this. */
  readonly user: string;
  readonly password: string;
  readonly replicas?: number;
  /** Older messages are forgotten by the broker; 0 keeps them. */
  readonly maxAgeMs?: number;
  /** Of each stream; the oldest go first. -1 is no limit. */
  readonly maxBytes?: number;
}

/** Creates the streams, or brings them to these limits. May be repeated, also after a wipe. */
export async function createStreams(options: StreamOptions): Promise<void> {
  const { url, user, password, replicas = 1, maxAgeMs = 7 * 86_400_000, maxBytes = -1 } = options;
  const connection = await connect({
    ...{ servers: url.split(','), user, pass: password, name: user, inboxPrefix: inboxOf(user) },
    ...{ waitOnFirstConnect: true, maxReconnectAttempts: -1, reconnectTimeWait: 100 },
  });
  try {
    const { streams } = await jetstreamManager(connection);
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
          if (error instanceof Error && 'code' in error && error.code === STREAM_NOT_FOUND) return false;
          throw error;
        },
      );
      if (exists) await streams.update(name, { subjects: [subject], ...limits });
      else await streams.add({ name, ...config });
    }
  } finally {
    await connection.close();
  }
}
