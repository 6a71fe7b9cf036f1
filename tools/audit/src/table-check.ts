import type { Check, Difference } from './check';

/** A comparison of two queries with the columns `what` and `value`. */
export interface TableCheck {
  readonly name: string;
  readonly recorded: string;
  readonly expected: string;
  /** What a missing row counts as. */
  readonly absent: '0' | 'nothing';
}

const SHOWN_MAX = 100;

interface Row {
  readonly compared: string;
  readonly what: string | null;
  readonly recorded: string;
  readonly expected: string;
}

/** The comparison as one statement, so that only what differs leaves the database. */
export const tableCheck = ({ name, recorded, expected, absent }: TableCheck): Check => ({
  name,
  async run(record) {
    const rows = await record.rows<Row>(
      `WITH recorded AS (${recorded}), expected AS (${expected}),
        pair AS (
          SELECT what, coalesce(recorded.value::text, '${absent}') AS recorded,
            coalesce(expected.value::text, '${absent}') AS expected
          FROM recorded FULL JOIN expected USING (what))
      SELECT (SELECT count(*) FROM pair) AS compared, difference.*
      FROM (SELECT) AS always LEFT JOIN
        (SELECT * FROM pair WHERE recorded <> expected ORDER BY what LIMIT ${SHOWN_MAX}) AS difference ON true`,
    );
    const differences = rows.flatMap((row): Difference[] =>
      row.what === null ? [] : [{ what: row.what, recorded: row.recorded, expected: row.expected }],
    );
    return { kind: 'compared', compared: Number(rows[0]?.compared ?? 0), differences };
  },
});
