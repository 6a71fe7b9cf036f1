import type { Moment } from '../../kit/running/moment';

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
      `SELECT 'account-service' AS reader, subject, seq FROM account_service.positions
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
