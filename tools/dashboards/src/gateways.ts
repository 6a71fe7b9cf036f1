import { gatewayMetrics, processMetrics } from '@exchange/contract/metrics';
import { GATEWAYS } from '@exchange/core/kernel';
import { dashboard } from './dashboard';
import { graph } from './panels';
import { most, perSecond, risen, sum, within } from './query';

const {
  commandsEnded,
  commandSeconds,
  connections,
  dataAge,
  dropped,
  httpRequests,
  httpSeconds,
  limiterHits,
  queuedBytes,
  queuedBytesMax,
  sessions,
  toldSeconds,
} = gatewayMetrics;
const { askedRequests, askedRequestSeconds } = processMetrics;
const ofGateways = { service: { anyOf: GATEWAYS } } as const;

/** What the public sees: websocket, REST, and what the gateways ask of the services. */
export const gateways = dashboard({
  name: 'gateways',
  title: 'gateways',
  rows: [
    {
      title: 'Websocket',
      panels: [
        graph(
          { title: 'Connections', tells: connections },
          { query: sum(connections, { by: ['instance'] }), called: '{{instance}}' },
          { query: sum(sessions), called: 'logged in' },
        ),
        graph(
          { title: 'Commands', shown: 'ops', tells: commandsEnded },
          { query: perSecond(commandsEnded, { by: ['command'] }), called: '{{command}}' },
        ),
        graph(
          { title: 'Refusals', shown: 'ops', tells: commandsEnded },
          {
            query: perSecond(commandsEnded, { where: { outcome: { not: 'ok' } }, by: ['outcome'] }),
            called: '{{outcome}}',
          },
        ),
        graph(
          { title: 'Commands answered, 99 % within', shown: 's', tells: commandSeconds },
          { query: within(0.99, commandSeconds, { by: ['command'] }), called: '{{command}}' },
        ),
        graph(
          { title: 'Waits for slow clients', shown: 'bytes', tells: queuedBytes },
          { query: most(queuedBytes, { by: ['instance'] }), called: '{{instance}}' },
          { query: most(queuedBytesMax), called: 'most' },
        ),
        graph(
          { title: 'Connections that we ended', tells: dropped },
          { query: risen(dropped, { by: ['reason'] }), called: '{{reason}}' },
        ),
        graph(
          { title: 'Fills told, 99 % within', shown: 's', tells: toldSeconds },
          { query: within(0.99, toldSeconds, { by: ['instance'] }), called: '{{instance}}' },
        ),
      ],
    },
    {
      title: 'REST',
      panels: [
        graph(
          { title: 'Requests', shown: 'ops', tells: httpRequests },
          { query: perSecond(httpRequests, { by: ['route'] }), called: '{{route}}' },
        ),
        graph(
          { title: 'Statuses', shown: 'ops', tells: httpRequests },
          { query: perSecond(httpRequests, { by: ['status'] }), called: '{{status}}' },
        ),
        graph(
          { title: 'Answered, 99 % within', shown: 's', tells: httpSeconds },
          { query: within(0.99, httpSeconds, { by: ['route'] }), called: '{{route}}' },
        ),
      ],
    },
    {
      title: 'Both',
      panels: [
        graph(
          { title: 'Limits that were reached', shown: 'ops', tells: limiterHits },
          { query: perSecond(limiterHits, { by: ['limit'] }), called: '{{limit}}' },
        ),
        graph(
          { title: 'Age of the public data', shown: 's', tells: dataAge },
          { query: most(dataAge, { by: ['instance'] }), called: '{{instance}}' },
        ),
        graph(
          { title: 'What services refused them', shown: 'ops', tells: askedRequests },
          {
            query: perSecond(askedRequests, {
              where: { ...ofGateways, outcome: { not: 'ok' } },
              by: ['request', 'outcome'],
            }),
            called: '{{request}} {{outcome}}',
          },
        ),
        graph(
          { title: 'Services answered them, 99 % within', shown: 's', tells: askedRequestSeconds },
          {
            query: within(0.99, askedRequestSeconds, { where: ofGateways, by: ['request'] }),
            called: '{{request}}',
          },
        ),
      ],
    },
  ],
});
