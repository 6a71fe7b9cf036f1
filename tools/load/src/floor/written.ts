import { jetstreamManager } from '@nats-io/jetstream';
import pg from 'pg';
import { connectAs } from '../../../kit/services/connect-as';
import { brokerOf, databaseOf } from '../../../kit/running/record-place';
import type { Written } from './parts';

/** What an exchange has written since it began. */
export interface WrittenSoFar {
  readonly rows: number;
  readonly walBytes: number;
  readonly messages: number;
  readonly messageBytes: number;
}

const ROWS =
  'SELECT COALESCE(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::float8 AS rows FROM pg_stat_user_tables';
const WAL = "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS bytes";

/** Asks database and broker of the exchange in a data folder. */
export async function writtenSoFar(folder: string): Promise<WrittenSoFar> {
  const client = new pg.Client({ connectionString: databaseOf(process.env, folder) });
  await client.connect();
  const { rows } = (await client.query<{ rows: number }>(ROWS)).rows[0] ?? { rows: 0 };
  const { bytes } = (await client.query<{ bytes: number }>(WAL)).rows[0] ?? { bytes: 0 };
  await client.end();
  const bus = await connectAs(brokerOf(process.env, folder));
  let [messages, messageBytes] = [0, 0];
  try {
    const manager = await jetstreamManager(bus);
    for await (const { state } of manager.streams.list()) {
      messages += state.last_seq;
      messageBytes += state.bytes;
    }
  } finally {
    await bus.close();
  }
  return { rows, walBytes: bytes, messages, messageBytes };
}

/** What was written for each of so many orders between two moments. */
export function writtenPer(orders: number, before: WrittenSoFar, after: WrittenSoFar): Written {
  const [rows, messages] = [after.rows - before.rows, after.messages - before.messages];
  return {
    rows: rows / orders,
    rowBytes: (after.walBytes - before.walBytes) / Math.max(1, rows),
    messages: messages / orders,
    // Old messages may have been forgotten meanwhile; those that are there are like those that came.
    messageBytes: after.messageBytes / Math.max(1, after.messages),
  };
}
