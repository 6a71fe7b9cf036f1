import type { Check } from './check';
import { tableCheck } from './table-check';

/** Entry ids say their partition (docs/interface, ids). */
const PARTITION = 'id / 140737488355328';

/** The token in which a trade's rebate is paid. */
const REBATE_TOKEN = `CASE WHEN (cause->>'rebateInBought')::boolean THEN cause->>'boughtToken' ELSE cause->>'soldToken' END`;

/** Volumes, and rebates that are promised out of the budget. They hold in every moment. */
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
      SELECT partition || ' ' || token AS what, reserved AS value FROM account_service.reserved_rebate`,
    expected: `
      SELECT (${PARTITION}) || ' ' || ${REBATE_TOKEN} AS what, sum((cause->>'rebate')::numeric) AS value
      FROM account_service.entry
      WHERE type = 'trade' AND open AND NOT canceled AND (cause->>'rebate')::numeric > 0 GROUP BY 1`,
    absent: '0',
  }),
  tableCheck({
    name: 'rebates promised beyond the budget = 0',
    recorded: `
      SELECT token AS what, greatest(sum(promised - settled), 0) AS value FROM (
        SELECT token, reserved AS promised, 0 AS settled FROM account_service.reserved_rebate
        UNION ALL
        SELECT token, 0, amount FROM account_service.pool WHERE pool = 'budget' AND bucket = 'settled'
      ) AS rebates GROUP BY 1`,
    expected: `SELECT DISTINCT token AS what, 0 AS value FROM account_service.reserved_rebate`,
    absent: '0',
  }),
];
