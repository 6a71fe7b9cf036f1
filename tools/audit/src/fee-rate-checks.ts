import type { Check } from './check';
import { tableCheck } from './table-check';

/** Order ids are the partition, and a number within it from 1 on without gaps (docs/interface, ids). */
const NUMBERS = '140737488355328';
const partitionOf = (id: string) => `${id} / ${NUMBERS}`;
const startsOf = (id: string) =>
  `account_service.fee_start AS start WHERE start.partition = ${partitionOf(id)}`;

/** The version by which an order was accepted; null for one from before versions were recorded. */
const placedBy = (id: string) =>
  `(SELECT max(version) FROM ${startsOf(id)} AND orders_before < ${id} % ${NUMBERS})`;

/** Rates of each row of each version. */
const RATES = `(SELECT version, (rate->>'makerPpm')::int8 AS maker_ppm, (rate->>'takerPpm')::int8 AS taker_ppm
  FROM account_service.fee_version, jsonb_array_elements(rows) AS rate) AS rates`;

/** Sides of trades whose rates are recorded, with the gross amounts of their entries. */
const SIDES = `account_service.user_trade AS side JOIN (
    SELECT account, (cause->>'tradeId')::int8 AS trade_id, (cause->>'sold')::numeric AS sold, cause->>'soldToken' AS sold_token,
      (cause->>'bought')::numeric AS bought, (cause->>'fee')::numeric AS fee
    FROM account_service.entry WHERE type = 'trade') AS entry USING (account, trade_id)`;
const sideName = (side: string) => `'trade ' || ${side}.trade_id || ' ' || ${side}.role`;

/** Those of makers, with the trade fee of the other side. */
const MAKERS = `${SIDES}, LATERAL (SELECT trade_fee AS taker_fee FROM account_service.user_trade AS taker
    WHERE taker.trade_id = side.trade_id AND taker.role = 'taker') AS other
  WHERE side.role = 'maker' AND fee_ppm IS NOT NULL`;

/** So many parts per million of an amount, rounded down. */
const share = (amount: string, ppm: string) => `div(${amount} * ${ppm}, 1000000)`;
const capped = (ppm: string) => `least(${ppm}, coalesce(side.fee_cap_bps * 100, ${ppm}))`;
const feeOf = share('bought', capped('greatest(side.fee_ppm, 0)'));
const rebatePpm = 'greatest(-side.fee_ppm, 0)';
/** A rebate is always less than the taker's trade fee is worth. */
const below = (most: string) => `CASE WHEN taker_fee = 0 THEN 0 ELSE greatest(${most}, 0) END`;
const rebateInSold = `least(${share('sold', rebatePpm)}, ${below('taker_fee - 1')})`;
const rebateInBought = `least(${share('bought', capped(rebatePpm))}, ${below('div(taker_fee * bought - 1, sold)')})`;

/**
 * Every order's version of the fees by the starts that its partition recorded, and every fee and rebate anew, to the unit, by the rates
 * of the version that its side of the trade names (docs: ledger, fee tiers). They hold in every moment.
 */
export const feeRateChecks: readonly Check[] = [
  tableCheck({
    name: 'order versions = starts of the fees',
    recorded: `
      SELECT 'order ' || id AS what, fee_version AS value FROM account_service.orders WHERE ${placedBy('id')} IS NOT NULL`,
    // Edits take it on, up to what was in force when the order was last active.
    expected: `
      SELECT 'order ' || id AS what, greatest(placed, least(fee_version, latest)) AS value
      FROM account_service.orders, LATERAL (SELECT ${placedBy('id')} AS placed,
        (SELECT max(version) FROM ${startsOf('id')} AND start.at <= last_active_at) AS latest) AS possible
      WHERE placed IS NOT NULL`,
    absent: 'nothing',
  }),
  tableCheck({
    name: 'order rates = versions of the fees',
    recorded: `
      SELECT 'order ' || id AS what, fee_version || ': ' || (fees->>'makerPpm') || ' ' || (fees->>'takerPpm') AS value
      FROM account_service.orders WHERE ${placedBy('id')} IS NOT NULL`,
    expected: `
      SELECT DISTINCT 'order ' || id AS what, fee_version || ': ' || maker_ppm || ' ' || taker_ppm AS value
      FROM account_service.orders JOIN ${RATES} ON version = fee_version
        AND maker_ppm = (fees->>'makerPpm')::int8 AND taker_ppm = (fees->>'takerPpm')::int8
      WHERE ${placedBy('id')} IS NOT NULL`,
    absent: 'nothing',
  }),
  tableCheck({
    name: 'trade versions = orders',
    recorded: `
      SELECT ${sideName('side')} AS what, side.fee_version AS value
      FROM account_service.user_trade AS side JOIN account_service.orders ON orders.id = order_id
      WHERE ${placedBy('order_id')} IS NOT NULL`,
    expected: `
      SELECT ${sideName('side')} AS what,
        greatest(${placedBy('order_id')}, least(side.fee_version, orders.fee_version)) AS value
      FROM account_service.user_trade AS side JOIN account_service.orders ON orders.id = order_id
      WHERE ${placedBy('order_id')} IS NOT NULL`,
    absent: 'nothing',
  }),
  tableCheck({
    name: 'trade fees = rates',
    recorded: `
      SELECT ${sideName('side')} AS what,
        side.fee_version || ': ' || fee_ppm || ' makes ' || trade_fee || ' of ' || fee AS value
      FROM ${SIDES} WHERE fee_ppm IS NOT NULL`,
    expected: `
      SELECT DISTINCT ${sideName('side')} AS what,
        side.fee_version || ': ' || fee_ppm || ' makes ' || ${feeOf} || ' of ' || (${feeOf} + settlement_fee) AS value
      FROM ${SIDES} JOIN ${RATES} ON rates.version = side.fee_version
        AND fee_ppm = CASE side.role WHEN 'maker' THEN maker_ppm ELSE taker_ppm END`,
    absent: 'nothing',
  }),
  tableCheck({
    name: 'rebates = rates',
    recorded: `
      SELECT ${sideName('side')} AS what, side.rebate AS value
      FROM ${MAKERS}`,
    // Where the budget has too little there is none.
    expected: `
      SELECT ${sideName('side')} AS what, CASE WHEN side.rebate = 0 THEN 0
        WHEN side.rebate_token = sold_token THEN ${rebateInSold} ELSE ${rebateInBought} END AS value
      FROM ${MAKERS}`,
    absent: 'nothing',
  }),
];
