import type { Moment } from '../../kit/running/moment';

/**
 * Each group of accounts reads for itself, and the service is where the last of them is; the first writer's positions have
 * no name before them, and those of a group that is no more say nothing.
 */
const ACCOUNT_POSITIONS = `
  SELECT 'account-service' AS reader, own.subject,
    CASE WHEN count(*) = (SELECT count(*) FROM owners) THEN min(own.seq) ELSE 0 END AS seq
  FROM (SELECT regexp_replace(subject, '^.*/', '') AS subject, seq,
          CASE WHEN subject LIKE '%/%' THEN split_part(subject, '/', 1) ELSE 'main' END AS owner
        FROM account_service.positions) AS own
  JOIN owners USING (owner) GROUP BY own.subject`;
const OWNERS = `
  WITH owners AS (
    SELECT DISTINCT owner_group AS owner FROM account_service.partition_owner
    UNION SELECT 'main' WHERE NOT EXISTS (SELECT FROM account_service.partition_owner))`;

/** How far writers and readers of logs are, as of the record's moment. */
export class Positions {
  readonly #heads: ReadonlyMap<string, number>;
  readonly #read: ReadonlyMap<string, number>;

  private constructor(heads: ReadonlyMap<string, number>, read: ReadonlyMap<string, number>) {
    this.#heads = heads;
    this.#read = read;
  }

  static async of(record: Moment): Promise<Positions> {
    const heads = await record.rows<{ subject: string; seq: string }>(
      `SELECT subject, seq FROM account_service.outbox_heads
       UNION ALL SELECT subject, seq FROM matching_engine.outbox_heads
       UNION ALL SELECT subject, seq FROM chain_watcher.outbox_heads
       UNION ALL SELECT subject, seq FROM settlement_service.outbox_heads`,
    );
    const read = await record.rows<{ reader: string; subject: string; seq: string }>(
      `${OWNERS} ${ACCOUNT_POSITIONS}
       UNION ALL SELECT 'matching-engine', subject, seq FROM matching_engine.positions
       UNION ALL SELECT 'market-data', subject, seq FROM market_data.positions`,
    );
    return new Positions(
      new Map(heads.map(({ subject, seq }) => [subject, Number(seq)])),
      new Map(read.map(({ reader, subject, seq }) => [`${reader} ${subject}`, Number(seq)])),
    );
  }

  /** Why the reader is behind the writer of one of these subjects; undefined when it has applied all of them. */
  lag(reader: 'account-service' | 'matching-engine' | 'market-data', subjects: RegExp): string | undefined {
    for (const [subject, head] of this.#heads) {
      const seq = this.#read.get(`${reader} ${subject}`) ?? 0;
      if (subjects.test(subject) && seq !== head) return `${reader} is at ${seq} of ${head} in ${subject}`;
    }
    return undefined;
  }
}
