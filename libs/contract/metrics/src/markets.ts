import { ENGINES, MARKETS, QUICK_SECONDS, TOKENS } from './labels';
import { counter, gauge, histogram } from './metric';

const engine = ['matching-engine'] as const;
const ledger = ['account-service'] as const;
const SIDES = ['buy', 'sell'];

export const engineActive = gauge({
  name: 'engine_active',
  help: '1 in the active process of an engine, 0 in its standby',
  labels: { engine: ENGINES },
  services: engine,
});

export const snapshotSeconds = histogram({
  name: 'engine_snapshot_seconds',
  help: 'Time in which a snapshot of a market was made',
  unit: 'seconds',
  labels: {},
  buckets: [0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30, 60],
  services: engine,
});

export const verifiedReports = counter({
  name: 'engine_verified_reports_total',
  help: 'Reports that a standby did again and whose state hash was the same; another hash ends the process',
  labels: {},
  services: engine,
});

export const matchSeconds = histogram({
  name: 'order_match_seconds',
  help: "From the ledger's acceptance of an order to the engine's decision; by two clocks, whole milliseconds",
  unit: 'seconds',
  labels: {},
  buckets: QUICK_SECONDS,
  services: engine,
});

export const marketTrades = counter({
  name: 'market_trades_total',
  help: 'Trades since the market began, in each of which two orders are filled',
  labels: { market: MARKETS },
  services: engine,
});

export const marketOpenOrders = gauge({
  name: 'market_open_orders',
  help: 'Open orders: each has a hold in the ledger',
  labels: { market: MARKETS },
  services: engine,
});

export const marketDepth = gauge({
  name: 'market_depth_tokens',
  help: 'What everybody sees in the ten best levels of a side, in whole traded tokens',
  unit: 'whole tokens',
  labels: { market: MARKETS, side: SIDES },
  services: ['rest-gateway'],
});

export const marketSpread = gauge({
  name: 'market_spread_bps',
  help: 'Between the best rates of both sides; absent while a side is empty',
  unit: 'basis points',
  labels: { market: MARKETS },
  services: ['rest-gateway'],
});

export const marketBacklog = gauge({
  name: 'market_backlog_inputs',
  help: 'Inputs that a market has taken and not worked on',
  labels: { market: MARKETS },
  services: engine,
});

export const marketStopped = gauge({
  name: 'market_stopped',
  help: '1 while a market is cancel_only for a defect',
  labels: { market: MARKETS },
  services: engine,
});

export const held = gauge({
  name: 'ledger_held_tokens',
  help: 'What open orders and withdrawals hold in the accounts that are in memory, in whole tokens',
  unit: 'whole tokens',
  labels: { token: TOKENS },
  services: ledger,
});

export const groupsServed = gauge({
  name: 'ledger_groups',
  help: 'Groups of accounts whose writer this process is',
  labels: {},
  services: ledger,
});

export const groupTakeovers = counter({
  name: 'ledger_group_takeovers_total',
  help: 'Times that this process took a group of accounts: at its start, after a move, and when its holder was gone',
  labels: {},
  services: ledger,
});

export const cachedAccounts = gauge({
  name: 'ledger_cached_accounts',
  help: 'Accounts that are in memory',
  labels: {},
  services: ledger,
});

export const skew = gauge({
  name: 'clock_skew_seconds',
  help: 'How far the clock of a sender of commands is off from this one, of the one that is furthest off',
  unit: 'seconds',
  labels: {},
  services: ledger,
});

export const rateAge = gauge({
  name: 'rate_age_seconds',
  help: 'Since the newest report of values that a source gave',
  unit: 'seconds',
  labels: { source: { of: 'sources of values in the configuration', max: 20 } },
  services: ['market-data'],
});

export const ratesMissing = gauge({
  name: 'rates_missing',
  help: 'Conversion rates, of tokens of markets in currencies, that are not known or not fresh',
  labels: {},
  services: ['market-data'],
});

export const ratesWanted = gauge({
  name: 'rates_wanted',
  help: 'Conversion rates that should be known',
  labels: {},
  services: ['market-data'],
});
