import { gatewayMetrics, marketMetrics, turnMetrics } from '@exchange/contract/metrics';
import { dashboard } from './dashboard';
import { graph } from './panels';
import { most, perSecond, ratio, risen, sum, within } from './query';

const {
  cachedAccounts,
  engineActive,
  groupsServed,
  groupTakeovers,
  held,
  marketBacklog,
  marketDepth,
  marketOpenOrders,
  marketSpread,
  marketStopped,
  marketTrades,
  matchSeconds,
  rateAge,
  ratesMissing,
  ratesWanted,
  skew,
  snapshotSeconds,
  verifiedReports,
} = marketMetrics;
const { toldSeconds } = gatewayMetrics;
const { servedRequests, servedRequestSeconds } = turnMetrics;

/** From an order to its fill: markets, engines, the ledger and conversion rates. */
export const trading = dashboard({
  name: 'trading',
  title: 'trading',
  rows: [
    {
      title: 'From an order to its fill',
      panels: [
        graph(
          { title: 'Accepted to decided', shown: 's', tells: matchSeconds },
          { query: within(0.5, matchSeconds), called: 'half' },
          { query: within(0.99, matchSeconds), called: '99 %' },
        ),
        graph(
          { title: 'Decided to told', shown: 's', tells: toldSeconds },
          { query: within(0.5, toldSeconds), called: 'half' },
          { query: within(0.99, toldSeconds), called: '99 %' },
        ),
        graph(
          { title: 'The ledger’s answers, 99 % within', shown: 's', tells: servedRequestSeconds },
          {
            query: within(0.99, servedRequestSeconds, {
              where: { service: 'account-service' },
              by: ['request'],
            }),
            called: '{{request}}',
          },
        ),
        graph(
          { title: 'The ledger’s refusals', shown: 'ops', tells: servedRequests },
          {
            query: perSecond(servedRequests, {
              where: { service: 'account-service', outcome: { not: 'ok' } },
              by: ['outcome'],
            }),
            called: '{{outcome}}',
          },
        ),
        graph(
          { title: 'Held by orders and withdrawals', tells: held },
          { query: sum(held, { by: ['token'] }), called: '{{token}}' },
        ),
        graph(
          { title: 'Accounts in memory', tells: cachedAccounts },
          { query: sum(cachedAccounts, { by: ['instance'] }), called: '{{instance}}' },
        ),
        graph(
          { title: 'Groups of accounts', tells: groupsServed },
          { query: sum(groupsServed, { by: ['instance'] }), called: '{{instance}}' },
        ),
        graph(
          { title: 'Groups taken', tells: groupTakeovers },
          { query: risen(groupTakeovers, { by: ['instance'] }), called: '{{instance}}' },
        ),
      ],
    },
    {
      title: 'Markets',
      panels: [
        graph(
          { title: 'Trades', shown: 'ops', tells: marketTrades },
          { query: perSecond(marketTrades, { by: ['market'] }), called: '{{market}}' },
        ),
        graph(
          { title: 'Open orders', tells: marketOpenOrders },
          { query: most(marketOpenOrders, { by: ['market'] }), called: '{{market}}' },
        ),
        graph(
          { title: 'Spread in basis points', tells: marketSpread },
          { query: most(marketSpread, { by: ['market'] }), called: '{{market}}' },
        ),
        graph(
          { title: 'Depth', tells: marketDepth },
          { query: most(marketDepth, { by: ['market', 'side'] }), called: '{{market}} {{side}}' },
        ),
        graph(
          { title: 'Inputs that wait', tells: marketBacklog },
          { query: most(marketBacklog, { by: ['market'] }), called: '{{market}}' },
        ),
        graph(
          { title: 'Stopped', tells: marketStopped },
          { query: most(marketStopped, { by: ['market'] }), called: '{{market}}' },
        ),
      ],
    },
    {
      title: 'Engines',
      panels: [
        graph(
          { title: 'Active process of an engine', tells: engineActive },
          { query: most(engineActive, { by: ['engine', 'instance'] }), called: '{{engine}}: {{instance}}' },
        ),
        graph(
          { title: 'Reports that standbys verified', shown: 'ops', tells: verifiedReports },
          { query: perSecond(verifiedReports, { by: ['instance'] }), called: '{{instance}}' },
        ),
        graph(
          { title: 'Time of a snapshot', shown: 's', tells: snapshotSeconds },
          { query: within(0.99, snapshotSeconds), called: '99 %' },
        ),
      ],
    },
    {
      title: 'Rates and clocks',
      panels: [
        graph(
          { title: 'Age of a source’s newest values', shown: 's', tells: rateAge },
          { query: most(rateAge, { by: ['source'] }), called: '{{source}}' },
        ),
        graph(
          { title: 'Conversion rates that are missing', shown: 'percentunit', tells: ratesMissing },
          { query: ratio(most(ratesMissing), most(ratesWanted)), called: 'missing' },
        ),
        graph(
          { title: 'Clock that is furthest off', shown: 's', tells: skew },
          { query: most(skew, { by: ['instance'] }), called: 'seen by {{instance}}' },
        ),
      ],
    },
  ],
});
