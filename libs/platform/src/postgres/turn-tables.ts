import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { LogPosition, OutboxMessage } from '../ports';
import { binaryArray } from './binary-array';
import type { SqlStatement } from './statements';

/** SQLSTATE with which the database refuses a fenced writer. */
export const FENCED = 'TW001';

/** The tables of the turn, in every service's schema. */
export class TurnTables1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE writer (place text PRIMARY KEY, epoch bigint NOT NULL);
      CREATE TABLE lease (place text PRIMARY KEY, holder text NOT NULL, ends timestamptz NOT NULL);
      CREATE TABLE positions (subject text PRIMARY KEY, seq bigint NOT NULL, hint text);
      CREATE TABLE outbox_heads (subject text PRIMARY KEY, seq bigint NOT NULL);
      CREATE TABLE outbox (
        subject text NOT NULL, seq bigint NOT NULL, data bytea NOT NULL, PRIMARY KEY (subject, seq));
      CREATE FUNCTION check_writer(my_place text, mine bigint) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM 1 FROM writer WHERE place = my_place AND epoch = mine FOR SHARE;
        IF NOT FOUND THEN RAISE EXCEPTION 'another process has become the writer' USING ERRCODE = '${FENCED}'; END IF;
      END $$;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION check_writer; DROP TABLE outbox; DROP TABLE outbox_heads; DROP TABLE positions;
      DROP TABLE lease; DROP TABLE writer;`);
  }
}

/** Holds the writer until the transaction ends; fails when it is another's. */
export const checkWriter = (writer: string, epoch: number): SqlStatement => ({
  name: 'check writer',
  text: 'SELECT check_writer($1, $2)',
  values: [writer, epoch],
});

/** Begins a new epoch of a writer: whoever wrote as it before is fenced. */
export const raiseEpoch = (writer: string): SqlStatement => ({
  text: `INSERT INTO writer (place, epoch) VALUES ($1, 1)
    ON CONFLICT (place) DO UPDATE SET epoch = writer.epoch + 1 RETURNING epoch`,
  values: [writer],
});

/** Goes on as the same writer in a later epoch; no row when another process has begun one. May be repeated. */
export const renewEpoch = (writer: string, mine: number, next: number): SqlStatement => ({
  text: 'UPDATE writer SET epoch = $3 WHERE place = $1 AND epoch IN ($2, $3) RETURNING epoch',
  values: [writer, mine, next],
});

/**
 * Takes or prolongs a lease by the database's own clock; no row while another holder has it, or when the writer is in
 * another epoch than that which is given.
 */
export const holdLease = (
  writer: string,
  { holder, milliseconds, epoch }: { holder: string; milliseconds: number; epoch: number | undefined },
): SqlStatement => ({
  name: 'hold lease',
  text: `INSERT INTO lease AS l (place, holder, ends) SELECT $1, $2, clock_timestamp() + $3 * interval '1 ms'
    WHERE $4::bigint IS NULL OR EXISTS (SELECT 1 FROM writer WHERE place = $1 AND epoch = $4)
    ON CONFLICT (place) DO UPDATE SET holder = excluded.holder, ends = excluded.ends
    WHERE l.holder = excluded.holder OR l.ends < clock_timestamp() RETURNING holder`,
  values: [writer, holder, milliseconds, epoch ?? null],
});

export const savePositions = (positions: readonly LogPosition[]): SqlStatement => ({
  name: 'save positions',
  text: `INSERT INTO positions (subject, seq, hint) SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[])
    ON CONFLICT (subject) DO UPDATE SET seq = excluded.seq, hint = excluded.hint`,
  values: [
    binaryArray(
      'text',
      positions.map(({ subject }) => subject),
    ),
    binaryArray(
      'bigint',
      positions.map(({ seq }) => seq),
    ),
    binaryArray(
      'text',
      positions.map(({ hint }) => hint),
    ),
  ],
});

/** A repeated commit may carry what is there already; another message under the same sequence violates NOT NULL. */
export const saveOutbox = (outbox: readonly OutboxMessage[]): SqlStatement => ({
  name: 'save outbox',
  text: `INSERT INTO outbox (subject, seq, data) SELECT * FROM unnest($1::text[], $2::bigint[], $3::bytea[])
    ON CONFLICT (subject, seq) DO UPDATE SET data = CASE WHEN outbox.data = excluded.data THEN outbox.data END`,
  values: [
    binaryArray(
      'text',
      outbox.map(({ subject }) => subject),
    ),
    binaryArray(
      'bigint',
      outbox.map(({ seq }) => seq),
    ),
    binaryArray(
      'bytea',
      outbox.map(({ data }) => data),
    ),
  ],
});

export function saveHeads(outbox: readonly OutboxMessage[]): SqlStatement {
  const heads = new Map(outbox.map(({ subject, seq }) => [subject, seq]));
  return {
    name: 'save heads',
    text: `INSERT INTO outbox_heads (subject, seq) SELECT * FROM unnest($1::text[], $2::bigint[])
      ON CONFLICT (subject) DO UPDATE SET seq = greatest(outbox_heads.seq, excluded.seq)`,
    values: [binaryArray('text', [...heads.keys()]), binaryArray('bigint', [...heads.values()])],
  };
}
