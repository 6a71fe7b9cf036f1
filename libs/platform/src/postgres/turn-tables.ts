import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { LogPosition, OutboxMessage } from '../ports';
import type { Statement } from './statements';

/** SQLSTATE with which the database refuses a fenced writer. */
export const FENCED = 'TW001';

/** The tables of the turn, in every service's schema. */
export class TurnTables1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE writer (one boolean PRIMARY KEY DEFAULT true CHECK (one), epoch bigint NOT NULL);
      INSERT INTO writer (epoch) VALUES (0);
      CREATE TABLE positions (subject text PRIMARY KEY, seq bigint NOT NULL, hint text);
      CREATE TABLE outbox_heads (subject text PRIMARY KEY, seq bigint NOT NULL);
      CREATE TABLE outbox (
        subject text NOT NULL, seq bigint NOT NULL, data bytea NOT NULL, PRIMARY KEY (subject, seq));
      CREATE FUNCTION check_writer(mine bigint) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM 1 FROM writer WHERE epoch = mine FOR SHARE;
        IF NOT FOUND THEN RAISE EXCEPTION 'another process has become the writer' USING ERRCODE = '${FENCED}'; END IF;
      END $$;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION check_writer; DROP TABLE outbox; DROP TABLE outbox_heads; DROP TABLE positions;
      DROP TABLE writer;`);
  }
}

/** Holds the writer's place until the transaction ends; fails when it is another's. */
export const checkWriter = (epoch: number): Statement => ({
  name: 'check writer',
  text: 'SELECT check_writer($1)',
  values: [epoch],
});

export const savePositions = (positions: readonly LogPosition[]): Statement => ({
  name: 'save positions',
  text: `INSERT INTO positions (subject, seq, hint) SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[])
    ON CONFLICT (subject) DO UPDATE SET seq = excluded.seq, hint = excluded.hint`,
  values: [
    positions.map(({ subject }) => subject),
    positions.map(({ seq }) => seq),
    positions.map(({ hint }) => hint ?? null),
  ],
});

/** A repeated commit may carry what is there already; another message under the same sequence violates NOT NULL. */
export const saveOutbox = (outbox: readonly OutboxMessage[]): Statement => ({
  name: 'save outbox',
  text: `INSERT INTO outbox (subject, seq, data) SELECT * FROM unnest($1::text[], $2::bigint[], $3::bytea[])
    ON CONFLICT (subject, seq) DO UPDATE SET data = CASE WHEN outbox.data = excluded.data THEN outbox.data END`,
  values: [
    outbox.map(({ subject }) => subject),
    outbox.map(({ seq }) => seq),
    outbox.map(({ data }) => Buffer.from(data.buffer, data.byteOffset, data.byteLength)),
  ],
});

export function saveHeads(outbox: readonly OutboxMessage[]): Statement {
  const heads = new Map(outbox.map(({ subject, seq }) => [subject, seq]));
  return {
    name: 'save heads',
    text: `INSERT INTO outbox_heads (subject, seq) SELECT * FROM unnest($1::text[], $2::bigint[])
      ON CONFLICT (subject) DO UPDATE SET seq = greatest(outbox_heads.seq, excluded.seq)`,
    values: [[...heads.keys()], [...heads.values()]],
  };
}
