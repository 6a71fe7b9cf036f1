/** Months that were taken out of the database. Those that are only written into files are still there. */
const ARCHIVED = `account_service.archived_month WHERE state <> 'written'`;

/** How far apart the clocks of services may be. */
const SKEW_MS = 60_000;

/** What archived rows said to a sum: columns `what` and `value`. */
export const archivedSum = (figure: 'posting' | 'settled' | 'owned' | 'sold' | 'reversed'): string => `
  SELECT what, sum(amount) AS value FROM account_service.archived_sum
  WHERE figure = '${figure}' AND month IN (SELECT month FROM ${ARCHIVED}) GROUP BY what`;

/** Of trades that were made from then on (Unix ms), nothing is archived. */
export const historyBegins = `
  (SELECT coalesce(max(account_service.month_begins(month + 1)) + ${SKEW_MS}, 0) FROM ${ARCHIVED})`;

/** No archived trade settled in a block after this one. */
export const lastArchivedBlock = `(SELECT coalesce(max(last_block), 0) FROM ${ARCHIVED})`;
