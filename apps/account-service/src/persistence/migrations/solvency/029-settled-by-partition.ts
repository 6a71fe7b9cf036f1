import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the standing check asks for is found by partition: accounts by an index, and sums of those partitions alone that are
 * asked for. A partition without accounts has its group's final block, too.
 */
export class SettledByPartition1767000000000 implements MigrationInterface {
  readonly name = 'SettledByPartition1767000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX balance_partition ON balance (partition_of(account), account, token);

      DROP VIEW settled_figure;
      CREATE VIEW settled_figure AS
        SELECT name AS figure, (-1)::int8 AS partition, '' AS token, last::numeric AS value FROM final_block
        UNION ALL
        SELECT 'balances', partition_of(account), token, sum(settled) FROM balance GROUP BY 2, 3
        UNION ALL
        SELECT 'pools', partition, token, sum(amount) FROM pool WHERE bucket = 'settled' GROUP BY 2, 3;

      DROP VIEW settled_balance;
      CREATE VIEW settled_balance AS
        SELECT account, token, settled, own.partition, final_block.name AS counter, final_block.last AS block
        FROM final_block CROSS JOIN generate_series(0::int8, 63) AS own (partition)
          LEFT JOIN balance ON partition_of(account) = own.partition AND settled <> 0;`);
  }

  async down(): Promise<void> {
    throw new Error('a ledger is never migrated down; restore a backup instead');
  }
}
