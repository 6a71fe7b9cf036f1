import {
  chainMetrics,
  gatewayMetrics,
  marketMetrics,
  moneyMetrics,
  processMetrics,
  turnMetrics,
} from '@exchange/contract/metrics';
import { isFault, REJECTION_CODES } from '@exchange/core/kernel';
import { dashboard } from './dashboard';
import { figure, graph } from './panels';
import { howMany, most, ofPrometheus, perSecond, ratio, risen, sum, within } from './query';

const { commandsEnded, commandSeconds, connections, httpRequests, httpSeconds } = gatewayMetrics;
const { oldestTrade, runway, solvencyDifference, unsettledTrades } = moneyMetrics;
const { chainLag } = chainMetrics;
const { alarms, resources } = processMetrics;

/** How commands end that were refused for no reason of their own. */
const faults = { outcome: { anyOf: REJECTION_CODES.filter(isFault) } } as const;
const failed = ratio(perSecond(commandsEnded, { where: faults }), perSecond(commandsEnded));

/** How the exchange is, on one screen. */
export const overview = dashboard({
  name: 'overview',
  title: 'overview',
  rows: [
    {
      title: 'Now',
      panels: [
        figure({ title: 'Processes that do not answer', bad: { from: 1 } }, howMany(0, ofPrometheus.up)),
        figure({ title: 'Alerts that fire', bad: { from: 1 } }, `count(${ofPrometheus.firing}) or vector(0)`),
        figure(
          { title: 'Solvency difference', tells: solvencyDifference, bad: { from: 1 } },
          most(solvencyDifference),
        ),
        figure(
          { title: 'Markets that are stopped', tells: marketMetrics.marketStopped, bad: { from: 1 } },
          sum(marketMetrics.marketStopped),
        ),
        figure({ title: 'Oldest trade in no block', shown: 's', tells: oldestTrade }, most(oldestTrade)),
        figure({ title: 'Batches that the gas pays', tells: runway }, most(runway)),
        figure({ title: 'Commands', shown: 'ops', tells: commandsEnded }, perSecond(commandsEnded)),
        figure(
          {
            title: 'Commands that failed',
            shown: 'percentunit',
            tells: 'Refused though a well exchange would have taken them',
            bad: { from: 0.001 },
          },
          failed,
        ),
        figure(
          { title: '99 % answered within', shown: 's', tells: commandSeconds },
          within(0.99, commandSeconds),
        ),
        figure({ title: 'Connections', tells: connections }, sum(connections)),
        figure(
          { title: 'Trades', shown: 'ops', tells: marketMetrics.marketTrades },
          perSecond(marketMetrics.marketTrades),
        ),
        figure({ title: 'Chain behind', shown: 's', tells: chainLag, bad: { from: 60 } }, most(chainLag)),
      ],
    },
    {
      title: 'Golden signals',
      panels: [
        graph(
          { title: 'Traffic', shown: 'ops' },
          { query: perSecond(commandsEnded), called: 'commands' },
          { query: perSecond(httpRequests), called: 'requests of REST' },
          { query: perSecond(marketMetrics.marketTrades), called: 'trades' },
        ),
        graph(
          { title: 'Commands that failed, by code', shown: 'ops' },
          { query: perSecond(commandsEnded, { where: faults, by: ['outcome'] }), called: '{{outcome}}' },
        ),
        graph(
          { title: 'Answered within', shown: 's' },
          { query: within(0.5, commandSeconds), called: 'half of the commands' },
          { query: within(0.99, commandSeconds), called: '99 % of the commands' },
          { query: within(0.99, httpSeconds), called: '99 % of REST' },
        ),
        graph(
          { title: 'Saturation: inputs that wait for a turn', tells: turnMetrics.turnWaiting },
          { query: most(turnMetrics.turnWaiting, { by: ['service'] }), called: '{{service}}' },
        ),
        graph(
          { title: 'Saturation: processors', shown: 'percentunit', tells: resources.cpu },
          { query: perSecond(resources.cpu, { by: ['instance'] }), called: '{{instance}}' },
        ),
        graph(
          { title: 'Trades that are not final', tells: unsettledTrades },
          { query: sum(unsettledTrades, { by: ['stage'] }), called: '{{stage}}' },
        ),
      ],
    },
    {
      title: 'Alarms',
      panels: [
        graph(
          { title: 'Alarms raised', tells: alarms },
          { query: `${risen(alarms, { by: ['service', 'code'] })} > 0`, called: '{{service}} {{code}}' },
        ),
        graph(
          { title: 'Alerts that fire' },
          { query: `count by (alertname) (${ofPrometheus.firing})`, called: '{{alertname}}' },
        ),
        graph({ title: 'Processes that answer' }, { query: ofPrometheus.up, called: '{{instance}}' }),
      ],
    },
  ],
});
