import { CHAIN_PROFILES } from '@exchange/contract/chain';
import {
  BAR_PRECISION_NAMES,
  BAR_PRECISIONS,
  barOpenTime,
  type BarInterval,
} from '@exchange/core/market-data';
import type { Check } from './check';
import { tableCheck } from './table-check';

/** What a bar says, as one text. */
const SAID = `open || ' ' || high || ' ' || low || ' ' || close || ' ' || volume_traded || ' ' || volume_quote`;

/** The opening of the interval that holds a time, in SQL. */
function openTime(precision: BarInterval, time: string): string {
  const intervalMs = BAR_PRECISIONS[precision] * 1_000;
  const origin = barOpenTime(precision, intervalMs) % intervalMs;
  return `(${time} - ${origin}) / ${intervalMs} * ${intervalMs} + ${origin}`;
}

/** Bars of all but the first precision, made of the first's: columns `what` and `value`. */
const mergedMinutes = (table: string): string =>
  BAR_PRECISION_NAMES.filter((precision) => precision !== '1m')
    .map(
      (precision) => `
      SELECT market || ' ${precision} ' || at AS what, ${SAID} AS value FROM (
        SELECT market, ${openTime(precision, 'time')} AS at, (array_agg(open ORDER BY time))[1] AS open, max(high) AS high,
          min(low) AS low, (array_agg(close ORDER BY time DESC))[1] AS close,
          sum(volume_traded) AS volume_traded, sum(volume_quote) AS volume_quote
        FROM market_data.${table} WHERE precision = '1m' GROUP BY 1, 2) AS ${table}_${precision.replace(/\W/g, '')}`,
    )
    .join(' UNION ALL ');

const storedBars = (table: string, where: string): string =>
  `SELECT market || ' ' || precision || ' ' || time AS what, ${SAID} AS value FROM market_data.${table} WHERE ${where}`;

const minutesOfTrades = `
  SELECT market || ' 1m ' || at AS what, ${SAID} AS value FROM (
    SELECT market, ${openTime('1m', 'time')} AS at, (array_agg(rate_key ORDER BY time, id))[1] AS open,
      max(rate_key) AS high, min(rate_key) AS low, (array_agg(rate_key ORDER BY time DESC, id DESC))[1] AS close,
      sum(traded) AS volume_traded, sum(quote) AS volume_quote
    FROM market_data.trades GROUP BY 1, 2) AS minute`;

/** When a market was ordered to be listed for the first time: nothing of it is older. */
const LISTED = `
  SELECT said->'content'->>'market' AS market, min((said->>'at')::int8) AS at
  FROM (SELECT body::jsonb AS said FROM operator_gateway.audit_entry) AS entry
  WHERE said->>'kind' = 'ordered' AND said->>'action' = 'list-market' GROUP BY 1`;

/** A minute must have ended before the listing; longer bars, which are merged of minutes, must have opened. */
const tooYoung = `
  SELECT market AS what, count(*) AS value FROM market_data.demo_bars LEFT JOIN (${LISTED}) AS listed USING (market)
  WHERE CASE precision WHEN '1m' THEN time + 60000 ELSE time END > coalesce(listed.at, 0) GROUP BY 1`;

/** On chains where something is worth anything. */
const elsewhere = `
  SELECT 'chain ' || chain_id AS what, (SELECT count(*) FROM market_data.demo_bars) AS value
  FROM chain_watcher.watched WHERE chain_id NOT IN (${CHAIN_PROFILES.development.chainIds.join(', ')})`;

const NONE = `SELECT '' AS what, 0 AS value WHERE false`;

/** Bars against the trades that they sum up; and demo bars, which sum up none, apart from everything else. */
export const barChecks: readonly Check[] = [
  tableCheck({
    name: 'bars of a minute = trades',
    ...{ recorded: storedBars('bars', "precision = '1m'"), expected: minutesOfTrades, absent: 'nothing' },
  }),
  tableCheck({
    name: 'longer bars = bars of a minute',
    ...{
      recorded: storedBars('bars', "precision <> '1m'"),
      expected: mergedMinutes('bars'),
      absent: 'nothing',
    },
  }),
  tableCheck({
    name: 'longer demo bars = demo bars of a minute',
    recorded: storedBars('demo_bars', "precision <> '1m'"),
    ...{ expected: mergedMinutes('demo_bars'), absent: 'nothing' },
  }),
  tableCheck({
    name: 'demo bars younger than a listing = 0',
    recorded: tooYoung,
    expected: NONE,
    absent: '0',
  }),
  tableCheck({
    name: 'demo bars off development chains = 0',
    recorded: elsewhere,
    expected: NONE,
    absent: '0',
  }),
];
