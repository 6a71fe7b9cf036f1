import { type Database, type Find, findStatement, type Table } from '@exchange/platform';
import type pg from 'pg';

/** A step of how Postgres carried out a query (EXPLAIN). */
export interface QueryStep {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly QueryStep[];
}

const steps = (plan: QueryStep): QueryStep[] => [plan, ...(plan.Plans ?? []).flatMap(steps)];

/** A database for reads that tells how each of them was carried out. */
export class QueryPlans {
  #steps: QueryStep[] = [];
  readonly database: Database;

  /** `client` asks for the plans: a connection with the schema of the tables as its search path. */
  constructor(database: Database, client: pg.Client) {
    const explaining: Pick<Database, 'find'> = {
      find: async <R extends object>(table: Table<R>, find: Find<R> = {}) => {
        const { text, values } = findStatement(table, find);
        const explained = await client.query<{ 'QUERY PLAN': [{ Plan: QueryStep }] }>(
          `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
          [...values],
        );
        this.#steps.push(...(explained.rows[0]?.['QUERY PLAN'].flatMap(({ Plan }) => steps(Plan)) ?? []));
        return database.find(table, find);
      },
    };
    this.database = explaining as Database;
  }

  /** The steps since they were last taken. */
  take(): readonly QueryStep[] {
    return this.#steps.splice(0);
  }
}
