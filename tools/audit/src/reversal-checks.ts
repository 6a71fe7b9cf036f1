import { archivedSum } from './archived';
import { type Check, compareMaps } from './check';
import { Positions } from './positions';
import { tableCheck } from './table-check';

const NEWS = /^settlement\.v1$/;

/** What settlement reversed against what the others made of it, when they have read all of it. */
const followed = (reader: 'account-service' | 'market-data', ids: string): Check => ({
  name: `reversed trades of settlement = ${reader}`,
  async run(record) {
    const why = (await Positions.of(record)).lag(reader, NEWS);
    if (why !== undefined) return { kind: 'wait', why };
    const named = async (query: string) =>
      new Map((await record.rows<{ id: string }>(query)).map(({ id }) => [`trade ${id}`, 'reversed']));
    return compareMaps(
      await named(`SELECT id FROM settlement_service.trades WHERE stage = 'reversed'`),
      await named(ids),
    );
  },
});

/** Trades that could not settle, and what accounts lack for it. */
export const reversalChecks: readonly Check[] = [
  followed('account-service', 'SELECT trade_id AS id FROM account_service.reversed_trade'),
  followed('market-data', 'SELECT id FROM market_data.reversed_trades'),
  tableCheck({
    name: 'reversed trades = canceled entries of both sides',
    recorded: `
      SELECT 'trade ' || trade_id || ' ' || role AS what, 1 AS value
      FROM account_service.reversed_trade, (VALUES ('maker'), ('taker')) AS sides (role)`,
    expected: `
      SELECT what, sum(value) AS value FROM (
        SELECT 'trade ' || (cause->>'tradeId') || ' ' || (cause->>'role') AS what, 1 AS value
        FROM account_service.entry WHERE type = 'trade' AND (canceled OR cause ? 'reversing')
        UNION ALL ${archivedSum('reversed')}) AS sides GROUP BY 1`,
    absent: '0',
  }),
  tableCheck({
    name: 'shortfalls = owed by the operator',
    recorded: `SELECT token AS what, sum(shortfall) AS value FROM account_service.balance GROUP BY 1`,
    expected: `
      SELECT token AS what, -sum(amount) AS value FROM account_service.pool WHERE pool = 'shortfall' GROUP BY 1`,
    absent: '0',
  }),
];
