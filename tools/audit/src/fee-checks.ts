import type { Check } from './check';
import { tableCheck } from './table-check';

/** Entry ids say their partition (docs/interface, ids). */
const PARTITION = 'id / 140737488355328';

/** Volumes, and what partitions may pay as rebates in the bought token. They hold in every moment. */
export const feeChecks: readonly Check[] = [
  tableCheck({
    name: '30-day volumes = hours',
    recorded: `SELECT address AS what, volume + new_volume AS value FROM account_service.account`,
    expected: `SELECT account AS what, sum(volume) AS value FROM account_service.volume_bucket GROUP BY 1`,
    absent: '0',
  }),
  tableCheck({
    name: 'rebates reserved = open trades',
    recorded: `
      SELECT partition || ' ' || token AS what, reserved AS value FROM account_service.rebate_quota`,
    expected: `
      SELECT (${PARTITION}) || ' ' || (cause->>'boughtToken') AS what, sum((cause->>'rebate')::numeric) AS value
      FROM account_service.entry
      WHERE type = 'trade' AND open AND NOT canceled AND (cause->>'rebateInBought')::boolean GROUP BY 1`,
    absent: '0',
  }),
  tableCheck({
    name: 'rebates promised beyond settled fees = 0',
    recorded: `
      SELECT token AS what, greatest(sum(promised - settled), 0) AS value FROM (
        SELECT token, quota + reserved AS promised, 0 AS settled FROM account_service.rebate_quota
        UNION ALL
        SELECT token, 0, amount FROM account_service.pool WHERE pool = 'collector' AND bucket = 'settled'
      ) AS fees GROUP BY 1`,
    expected: `SELECT DISTINCT token AS what, 0 AS value FROM account_service.rebate_quota`,
    absent: '0',
  }),
];
