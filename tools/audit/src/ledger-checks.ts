import { archivedSum, historyBegins } from './archived';
import type { Check } from './check';
import { tableCheck } from './table-check';

const FIGURES = [
  ['usable', 'usable'],
  ['held', 'held'],
  ['pendingWithdrawal', 'pending_withdrawal'],
  ['blocked', 'blocked'],
  ['settled', 'settled'],
  ['boughtUnsettled', 'bought_unsettled'],
  ['soldUnsettled', 'sold_unsettled'],
  ['shortfall', 'shortfall'],
] as const;

const figures = FIGURES.map(([bucket, column]) => `('${bucket}', ${column})`).join(', ');
/** The buckets that say who may do what with a token; they sum to zero over all owners. */
const CLAIMS = "bucket IN ('usable', 'held', 'pendingWithdrawal', 'blocked', 'total')";

const openTrades = `FROM account_service.entry WHERE type = 'trade' AND open AND NOT canceled`;
const cause = (name: string) => `(cause->>'${name}')::numeric`;
const rebateIn = (bought: boolean) =>
  `CASE WHEN (cause->>'rebateInBought')::boolean = ${bought} THEN ${cause('rebate')} ELSE 0 END`;

/** Of an entry: neither side of its trade is archived. */
const KEPT_TRADE = `coalesce((cause->>'madeAt')::int8, created_at) >= ${historyBegins}`;

/** Sum of what ledger entries say they changed in any of these balances, by account and token. */
const applied = (archived: 'settled' | 'owned', ...figures: readonly number[]) => `
  SELECT what, sum(value) AS value FROM (${ofEntries(figures)} UNION ALL ${archivedSum(archived)}) AS parts GROUP BY 1`;
const ofEntries = (figures: readonly number[]) => `
  SELECT account || ' ' || (change->>'token') AS what, sum((change->>'net')::numeric) AS value
  FROM account_service.entry, ROWS FROM (jsonb_array_elements(changes), jsonb_array_elements(applied)) AS item (change, marks)
  WHERE NOT canceled AND (${figures.map((figure) => `(marks->>${figure})::int = 1`).join(' OR ')}) GROUP BY 1`;

/** What account-service's own tables say about each other. They hold in every moment. */
export const ledgerChecks: readonly Check[] = [
  tableCheck({
    name: 'balances and pools = postings',
    recorded: `
      SELECT account || ' ' || token || ' ' || figure.bucket AS what, figure.amount AS value
      FROM account_service.balance, LATERAL (VALUES ${figures}) AS figure (bucket, amount)
      UNION ALL
      SELECT pool || ' ' || token || ' ' || bucket, sum(amount) FROM account_service.pool GROUP BY 1`,
    expected: `
      SELECT what, sum(value) AS value FROM (
        SELECT owner || ' ' || token || ' ' || bucket AS what, sum(amount) AS value
        FROM account_service.posting GROUP BY 1
        UNION ALL ${archivedSum('posting')}) AS parts GROUP BY 1`,
    absent: '0',
  }),
  tableCheck({
    name: 'usable + held + pending + blocked = settled + bought - sold + shortfall',
    recorded: `
      SELECT account || ' ' || token AS what, usable + held + pending_withdrawal + blocked AS value
      FROM account_service.balance`,
    expected: `
      SELECT account || ' ' || token AS what, settled + bought_unsettled - sold_unsettled + shortfall AS value
      FROM account_service.balance`,
    absent: '0',
  }),
  tableCheck({
    name: 'postings of a token sum to zero',
    recorded: `
      SELECT token AS what, sum(amount) AS value FROM account_service.posting WHERE ${CLAIMS} GROUP BY 1`,
    expected: `SELECT DISTINCT token AS what, 0 AS value FROM account_service.posting`,
    absent: '0',
  }),
  tableCheck({
    name: 'postings of an entry sum to zero',
    recorded: `
      SELECT ref_kind || ' ' || ref_id || ' ' || token AS what, sum(amount) AS value
      FROM account_service.posting WHERE ${CLAIMS} GROUP BY 1`,
    expected: `
      SELECT DISTINCT ref_kind || ' ' || ref_id || ' ' || token AS what, 0 AS value FROM account_service.posting`,
    absent: '0',
  }),
  tableCheck({
    name: 'clearing of a trade is zero',
    // Of a trade that is being reversed one side may be undone before the other, whose orders have to end first.
    recorded: `
      SELECT 'trade ' || (cause->>'tradeId') || ' ' || token AS what, sum(amount) AS value
      FROM account_service.posting JOIN account_service.entry ON ref_kind = 'entry' AND entry.id = ref_id
      WHERE owner = 'clearing' AND ${KEPT_TRADE} AND NOT EXISTS (
        SELECT FROM account_service.entry AS side
        WHERE side.open AND side.cause ? 'reversing' AND side.cause->'tradeId' = entry.cause->'tradeId')
      GROUP BY 1`,
    expected: `
      SELECT DISTINCT 'trade ' || (cause->>'tradeId') || ' ' || token AS what, 0 AS value
      FROM account_service.posting JOIN account_service.entry ON ref_kind = 'entry' AND entry.id = ref_id
      WHERE owner = 'clearing' AND ${KEPT_TRADE}`,
    absent: '0',
  }),
  tableCheck({
    name: 'held = open orders',
    recorded: `
      SELECT account || ' ' || token AS what, held AS value FROM account_service.balance WHERE held <> 0`,
    expected: `
      SELECT account || ' ' || sell_token AS what, sum(held + coalesce(edit_held, 0)) AS value
      FROM account_service.orders WHERE active GROUP BY 1`,
    absent: '0',
  }),
  tableCheck({
    name: 'pending = open withdrawals',
    recorded: `
      SELECT account || ' ' || token AS what, pending_withdrawal AS value FROM account_service.balance
      WHERE pending_withdrawal <> 0`,
    expected: `
      SELECT account || ' ' || (cause->>'token') AS what, sum(${cause('amount')} - ${cause('taken')}) AS value
      FROM account_service.entry WHERE cause->>'kind' = 'withdrawal' AND open GROUP BY 1`,
    absent: '0',
  }),
  tableCheck({
    name: 'unsettled = open trades',
    recorded: `
      SELECT account || ' ' || token || ' bought' AS what, bought_unsettled AS value FROM account_service.balance
      UNION ALL
      SELECT account || ' ' || token || ' sold', sold_unsettled FROM account_service.balance`,
    expected: `
      SELECT account || ' ' || (cause->>'boughtToken') || ' bought' AS what,
        sum(${cause('bought')} - ${cause('fee')} + ${rebateIn(true)}) AS value ${openTrades} GROUP BY 1
      UNION ALL
      SELECT account || ' ' || (cause->>'soldToken') || ' sold',
        sum(${cause('sold')} - ${rebateIn(false)}) ${openTrades} GROUP BY 1`,
    absent: '0',
  }),
  tableCheck({
    name: 'settled = ledger entries',
    recorded: `SELECT account || ' ' || token AS what, settled AS value FROM account_service.balance`,
    expected: applied('settled', 0),
    absent: '0',
  }),
  tableCheck({
    name: 'usable, held and blocked = ledger entries',
    recorded: `
      SELECT account || ' ' || token AS what, usable + held + blocked - shortfall AS value
      FROM account_service.balance`,
    // What an exit took of a withdrawal that is open was pending, and both entries count it. Entries tell what an
    // account lacks as less than nothing.
    expected: `
      SELECT what, sum(value) AS value FROM (
        ${applied('owned', 1, 2)}
        UNION ALL
        SELECT account || ' ' || (cause->>'token'), ${cause('taken')}
        FROM account_service.entry WHERE cause->>'kind' = 'withdrawal' AND open) AS parts
      GROUP BY 1`,
    absent: '0',
  }),
  tableCheck({
    name: 'blocked only while an exit is in force',
    recorded: `
      SELECT account || ' ' || token AS what, blocked AS value FROM account_service.balance WHERE blocked <> 0`,
    expected: `
      SELECT account || ' ' || token AS what, blocked AS value
      FROM account_service.balance JOIN account_service.exit USING (account, token)
      WHERE jsonb_array_length(requests) > 0`,
    absent: '0',
  }),
  tableCheck({
    name: 'sold of an order = its trades',
    recorded: `
      SELECT what, sum(value) AS value FROM (
        SELECT account || ' ' || digest AS what, sell_amount - sell_remaining AS value FROM account_service.orders
        UNION ALL ${archivedSum('sold')}) AS parts GROUP BY 1`,
    expected: `
      SELECT account || ' ' || (cause->>'digest') AS what, sum(${cause('sold')}) AS value
      FROM account_service.entry WHERE type = 'trade' GROUP BY 1`,
    absent: '0',
  }),
];
