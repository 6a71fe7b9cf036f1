import { processMetrics, turnMetrics } from '@exchange/contract/metrics';
import { dashboard } from './dashboard';
import { graph } from './panels';
import { most, ofPrometheus, perSecond, risen, sum, within } from './query';

const {
  alarms,
  askedRequests,
  brokerAnswer,
  brokerBytes,
  brokerMessages,
  brokerReconnects,
  brokerSilence,
  buildInfo,
  heapMax,
  loopBusy,
  resources: { cpu, files, filesMax, heap, loopLag, memory, started },
} = processMetrics;
const {
  commitRetries,
  databaseConnections,
  databaseConnectionsMax,
  databaseFailures,
  databaseUp,
  logGaps,
  outboxUnpublished,
  readerLag,
  requestsRefused,
  servedRequests,
  servedRequestSeconds,
  serviceActive,
  takeovers,
  tookOverAt,
  turnInputs,
  turnReady,
  turnSeconds,
  turnUncommitted,
  turnWaiting,
} = turnMetrics;

/** Of the services that whoever looks has chosen, which are all at first. */
const where = { service: { anyOf: ['$service'] } };
const by = ['instance'] as const;
const called = '{{instance}}';

/** Each service and its standbys: turns, logs, database, broker and process. */
export const services = dashboard({
  name: 'services',
  title: 'services',
  choose: { label: 'service', of: buildInfo.name },
  rows: [
    {
      title: 'Health',
      panels: [
        graph({ title: 'Answers' }, { query: ofPrometheus.up, called }),
        graph({ title: 'Ready', tells: turnReady }, { query: most(turnReady, { where, by }), called }),
        graph(
          { title: 'Active', tells: serviceActive },
          { query: most(serviceActive, { where, by }), called },
        ),
        graph({ title: 'Takeovers', tells: takeovers }, { query: risen(takeovers, { where, by }), called }),
        graph(
          { title: 'Took over before', shown: 's', tells: tookOverAt },
          { query: `time() - (${most(tookOverAt, { where, by })} > 0)`, called },
        ),
        graph(
          { title: 'Running for', shown: 's', tells: started },
          { query: `time() - ${most(started, { where, by })}`, called },
        ),
        graph(
          { title: 'Builds', tells: buildInfo },
          { query: sum(buildInfo, { where, by: ['service', 'build'] }), called: '{{service}} {{build}}' },
        ),
        graph(
          { title: 'Alarms raised', tells: alarms },
          {
            query: `${risen(alarms, { where, by: ['instance', 'code'] })} > 0`,
            called: '{{instance}} {{code}}',
          },
        ),
      ],
    },
    {
      title: 'Turns',
      panels: [
        graph(
          { title: 'Phases of a turn, 99 % within', shown: 's', tells: turnSeconds },
          {
            query: within(0.99, turnSeconds, { where, by: ['service', 'phase'] }),
            called: '{{service}} {{phase}}',
          },
        ),
        graph(
          { title: 'Inputs of a turn, half have at most', tells: turnInputs },
          { query: within(0.5, turnInputs, { where, by }), called },
        ),
        graph(
          { title: 'Inputs that wait', tells: turnWaiting },
          { query: most(turnWaiting, { where, by }), called },
        ),
        graph(
          { title: 'Turns that are not committed', tells: turnUncommitted },
          { query: most(turnUncommitted, { where, by }), called },
        ),
        graph(
          { title: 'Commits that were tried again', tells: commitRetries },
          { query: risen(commitRetries, { where, by }), called },
        ),
        graph(
          { title: 'Requests refused unheard', tells: requestsRefused },
          { query: risen(requestsRefused, { where, by }), called },
        ),
      ],
    },
    {
      title: 'Requests',
      panels: [
        graph(
          { title: 'Answered', shown: 'ops', tells: servedRequests },
          {
            query: perSecond(servedRequests, { where, by: ['service', 'outcome'] }),
            called: '{{service}} {{outcome}}',
          },
        ),
        graph(
          { title: 'Answered, 99 % within', shown: 's', tells: servedRequestSeconds },
          {
            query: within(0.99, servedRequestSeconds, { where, by: ['service', 'request'] }),
            called: '{{service}} {{request}}',
          },
        ),
        graph(
          { title: 'Asked of others', shown: 'ops', tells: askedRequests },
          {
            query: perSecond(askedRequests, { where, by: ['service', 'outcome'] }),
            called: '{{service}} {{outcome}}',
          },
        ),
      ],
    },
    {
      title: 'Logs',
      panels: [
        graph({ title: 'Logs with gaps', tells: logGaps }, { query: most(logGaps, { where, by }), called }),
        graph(
          { title: 'Readers behind', tells: readerLag },
          { query: most(readerLag, { where, by: ['log', 'reader'] }), called: '{{reader}} of {{log}}' },
        ),
        graph(
          { title: 'Messages not published', tells: outboxUnpublished },
          { query: most(outboxUnpublished, { where, by }), called },
        ),
      ],
    },
    {
      title: 'Database',
      panels: [
        graph({ title: 'Works', tells: databaseUp }, { query: most(databaseUp, { where, by }), called }),
        graph(
          { title: 'Connections', tells: databaseConnections },
          {
            query: sum(databaseConnections, { where, by: ['instance', 'state'] }),
            called: '{{instance}} {{state}}',
          },
          { query: most(databaseConnectionsMax, { where, by }), called: '{{instance}} at most' },
        ),
        graph(
          { title: 'Failures', tells: databaseFailures },
          {
            query: risen(databaseFailures, { where, by: ['instance', 'failure'] }),
            called: '{{instance}} {{failure}}',
          },
        ),
      ],
    },
    {
      title: 'Broker',
      panels: [
        graph(
          { title: 'Silent for', shown: 's', tells: brokerSilence },
          { query: most(brokerSilence, { where, by }), called },
        ),
        graph(
          { title: 'Answers within', shown: 's', tells: brokerAnswer },
          { query: most(brokerAnswer, { where, by }), called },
        ),
        graph(
          { title: 'Reconnects', tells: brokerReconnects },
          { query: risen(brokerReconnects, { where, by }), called },
        ),
        graph(
          { title: 'Messages', shown: 'ops', tells: brokerMessages },
          {
            query: perSecond(brokerMessages, { where, by: ['instance', 'direction'] }),
            called: '{{instance}} {{direction}}',
          },
        ),
        graph(
          { title: 'Bytes per second', shown: 'bytes', tells: brokerBytes },
          {
            query: perSecond(brokerBytes, { where, by: ['instance', 'direction'] }),
            called: '{{instance}} {{direction}}',
          },
        ),
      ],
    },
    {
      title: 'Processes',
      panels: [
        graph(
          { title: 'Processors', shown: 'percentunit', tells: cpu },
          { query: perSecond(cpu, { where, by }), called },
        ),
        graph(
          { title: 'Memory', shown: 'bytes', tells: memory },
          { query: most(memory, { where, by }), called },
          { query: most(heap, { where, by }), called: '{{instance}} JavaScript' },
          { query: most(heapMax, { where }), called: 'JavaScript at most' },
        ),
        graph(
          { title: 'Event loop busy', shown: 'percentunit', tells: loopBusy },
          { query: perSecond(loopBusy, { where, by }), called },
        ),
        graph(
          { title: 'Event loop late', shown: 's', tells: loopLag },
          { query: most(loopLag, { where, by }), called },
        ),
        graph(
          { title: 'Open files and sockets', tells: files },
          { query: most(files, { where, by }), called },
          { query: most(filesMax, { where }), called: 'most' },
        ),
      ],
    },
  ],
});
