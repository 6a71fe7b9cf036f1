import type { Use } from './fleet';

/** What docs/scaling.md reckons with, and what the options of the tool change. */
export const USE: Omit<Use, 'gateways'> = {
  connectionsPerGateway: 10_000,
  ordersPerMinute: 0.1,
  busiest: 0.1,
  linesPerConnection: 4,
  markets: 20,
  reports: 20,
  load: 0.6,
};
