import type { Pool, PoolClient, QueryResult } from 'pg';
import { DatabaseHealth } from './database-health';
import { isConnectionLost } from './database-errors';
import type { ServiceClient } from './service-client';
import type { SqlStatement } from './statements';

/** So long an answer is waited for when somebody looks whether the database is there. */
const LOOK_MS_MAX = 2_000;

/** Connections that work and that don't, statements that wait for one, and how many connections there may be. */
export interface PoolUse {
  readonly busy: number;
  readonly idle: number;
  readonly awaited: number;
  readonly max: number;
  /** How often a connection was lost or gave no answer, and how often a statement was refused, since the start. */
  readonly lost: number;
  readonly refused: number;
}

/** The pool of a service. When a connection is lost, those made before are doubtful: none of them is used again. */
export class ServicePool {
  private doubtfulBefore = 0;
  private lost = 0;
  private refused = 0;
  /** Whether the database behind it reads and writes. */
  readonly health = new DatabaseHealth(() => this.look());

  /** `patienceMs`: a backend that doesn't answer for so long is given up. */
  constructor(
    private readonly pool: Pool,
    readonly patienceMs: number,
  ) {}

  /** How its connections are used now. */
  get use(): PoolUse {
    const { totalCount, idleCount, waitingCount, options } = this.pool;
    const { lost, refused } = this;
    return {
      ...{ busy: totalCount - idleCount, idle: idleCount, awaited: waitingCount, max: options.max },
      ...{ lost, refused },
    };
  }

  /** Lends a connection to `work`; one on which something failed may hold a broken transaction and is closed. */
  async lend<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.take();
    try {
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      this.noteFailure(error);
      client.release(true);
      throw error;
    }
  }

  private noteFailure(error: unknown): void {
    if (!isConnectionLost(error)) {
      this.refused += 1;
      return;
    }
    this.lost += 1;
    this.doubtfulBefore = performance.now();
  }

  private async look(): Promise<string | undefined> {
    const text = "SELECT current_setting('transaction_read_only')::bool AS only";
    const looked = { text, values: [] };
    const { rows } = await this.lend((client) => send<{ only: boolean }>(client, looked, LOOK_MS_MAX));
    return rows[0]?.only ? 'it only reads' : undefined;
  }

  private async take(): Promise<PoolClient> {
    for (;;) {
      const client = await this.connect();
      if ((client as unknown as ServiceClient).madeAt >= this.doubtfulBefore) return client;
      client.release(true);
    }
  }

  private async connect(): Promise<PoolClient> {
    try {
      return await this.pool.connect();
    } catch (error) {
      this.lost += 1;
      throw error;
    }
  }
}

/** Sends a statement. After `patienceMs` without an answer the connection is given up, as if it were lost. */
export function send<R extends object>(
  client: PoolClient,
  { name, text, values }: SqlStatement,
  patienceMs: number,
): Promise<QueryResult<R>> {
  const query = { text, values: [...values], query_timeout: patienceMs, ...(name !== undefined && { name }) };
  return client.query<R>(query);
}
