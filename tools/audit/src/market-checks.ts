import { type OpenOrder, waitingOrders } from '@exchange/core/matching';
import { historyBegins } from './archived';
import { type Check, compareMaps, type Outcome } from './check';
import { replayMarket } from './engine-record';
import { Positions } from './positions';
import type { Moment } from '../../kit/running/moment';

interface Pair {
  readonly what: string;
  readonly value: string;
}

const mapOf = (pairs: readonly Pair[]) => new Map(pairs.map(({ what, value }) => [what, value]));

/** Runs a comparison when everybody concerned has applied all that was written about the market. */
async function whenInStep(record: Moment, market: string, compare: () => Promise<Outcome>): Promise<Outcome> {
  const positions = await Positions.of(record);
  const why =
    positions.lag(
      'matching-engine',
      new RegExp(`^ledger\\.v1\\.(control\\.${market}$|market\\.${market}\\.)`),
    ) ??
    positions.lag('account-service', new RegExp(`^market\\.v1\\.${market}$`)) ??
    positions.lag('market-data', new RegExp(`^market\\.v1\\.${market}$`));
  return why === undefined ? compare() : { kind: 'wait', why };
}

const inStep = (name: string, market: string, compare: (record: Moment) => Promise<Outcome>): Check => ({
  name: `${market}: ${name}`,
  run: (record) => whenInStep(record, market, () => compare(record)),
});

const orderText = (order: OpenOrder): string =>
  `${order.account} ${order.side} ${order.rateKey} ${order.sellBook} ${order.buyBook} ${order.hidden}`;

/** Open orders of the accounts against those that the engine's own record has in the book and waiting outside it. */
const openOrders = (market: string) =>
  inStep('open orders = engine', market, async (record) => {
    const recorded = await record.rows<Pair>(
      `SELECT 'order ' || id AS what, account || ' ' || side || ' ' || rate_key || ' ' || sell_book || ' ' || buy_book || ' ' ||
         hidden AS value
       FROM account_service.orders WHERE market = $1 AND active`,
      [market],
    );
    const { state, differsAt } = await replayMarket(record, market);
    const orders =
      state === undefined
        ? []
        : [...state.book.orders('buy'), ...state.book.orders('sell'), ...waitingOrders(state)];
    const expected = new Map(orders.map((order) => [`order ${order.orderId}`, orderText(order)]));
    const outcome = compareMaps(mapOf(recorded), expected);
    if (differsAt === undefined || outcome.kind === 'wait') return outcome;
    const broken = {
      what: `report ${differsAt}`,
      recorded: 'its state hash',
      expected: 'another, done again',
    };
    return { ...outcome, differences: [broken, ...outcome.differences] };
  });

/** Levels as market-data keeps them, which snapshots and REST show, against the accounts' open
 * orders that are in the book and not hidden. */
const levels = (market: string) =>
  inStep('levels = open orders', market, async (record) => {
    const recorded = await record.rows<Pair>(
      `SELECT side || ' ' || rate_key AS what, amount || ' in ' || count AS value FROM market_data.levels
       WHERE market = $1`,
      [market],
    );
    const expected = await record.rows<Pair>(
      `SELECT side || ' ' || rate_key AS what,
         sum(CASE side WHEN 'buy' THEN buy_book ELSE sell_book END) || ' in ' || count(*) AS value
       FROM account_service.orders
       WHERE market = $1 AND active AND NOT hidden AND info NOT LIKE 'waits for %' GROUP BY side, rate_key`,
      [market],
    );
    return compareMaps(mapOf(recorded), mapOf(expected));
  });

/** Each public trade against both of its legs: who, how much, at which rate, when, and who took. */
const trades = (market: string) =>
  inStep('public trades = both legs', market, async (record) => {
    const recorded = await record.rows<Pair>(
      `SELECT 'trade ' || id || ' ' || role AS what,
         rate_key || ' ' || traded || ' ' || quote || ' ' || buy || ' ' || time AS value
       FROM market_data.trades, (VALUES ('maker'), ('taker')) AS legs (role) WHERE market = $1 AND time >= ${historyBegins}`,
      [market],
    );
    const expected = await record.rows<Pair>(
      `SELECT 'trade ' || trade_id || ' ' || (cause->>'role') AS what,
         rate_key || ' ' || amount || ' ' || (cause->>CASE side WHEN 'buy' THEN 'sold' ELSE 'bought' END) || ' ' ||
         ((side = 'buy') = (cause->>'role' = 'taker')) || ' ' || time AS value
       FROM account_service.user_trade AS leg
       JOIN account_service.entry ON entry.account = leg.account AND (cause->>'tradeId')::int8 = trade_id
       WHERE leg.market = $1 AND leg.time >= ${historyBegins} AND cause->>CASE side WHEN 'buy' THEN 'bought' ELSE 'sold' END = amount::text
         AND (cause->>'fee')::numeric = trade_fee + settlement_fee`,
      [market],
    );
    return compareMaps(mapOf(recorded), mapOf(expected));
  });

/** What services say about one market, compared where positions say that they speak of the same moment. */
export const marketChecks = (market: string): readonly Check[] => [
  openOrders(market),
  levels(market),
  trades(market),
];
