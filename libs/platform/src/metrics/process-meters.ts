import { processMetrics, turnMetrics } from '@exchange/contract/metrics';
import type { BrokerTraffic, NatsBus } from '../nats';
import type { PostgresDatabase } from '../postgres';
import type { RaisedAlarms } from '../telemetry/raised-alarms';
import { getHeapStatistics } from 'node:v8';
import { inSeconds, type Meters } from './meters';
import { measureResources } from './process-resources';

/** The build of the process, the alarms that it raised, and how much of its one thread and of its memory is used. */
export function measureProcess(meters: Meters, build: string, alarms: Pick<RaisedAlarms, 'byCode'>): void {
  meters.read(processMetrics.buildInfo, () => [[[build], 1]]);
  meters.read(processMetrics.alarms, () =>
    Array.from(alarms.byCode, ([code, count]) => [[code], count] as const),
  );
  meters.read(processMetrics.loopBusy, () => inSeconds(performance.eventLoopUtilization().active));
  const { heap_size_limit: heapMax } = getHeapStatistics();
  meters.read(processMetrics.heapMax, () => heapMax);
  measureResources(meters);
}

/** What goes over the connections to the broker, and whether it answers. */
export function measureBroker(meters: Meters, bus: Pick<NatsBus, 'silentMs' | 'answerMs' | 'traffic'>): void {
  const total = (of: (traffic: BrokerTraffic) => number) =>
    bus.traffic.reduce((sum, one) => sum + of(one), 0);
  meters.read(processMetrics.brokerSilence, () => inSeconds(bus.silentMs));
  meters.read(processMetrics.brokerAnswer, () => inSeconds(bus.answerMs));
  meters.read(processMetrics.brokerReconnects, () => total(({ reconnects }) => reconnects));
  meters.read(processMetrics.brokerMessages, () => [
    [['in'], total(({ inMsgs }) => inMsgs)],
    [['out'], total(({ outMsgs }) => outMsgs)],
  ]);
  meters.read(processMetrics.brokerBytes, () => [
    [['in'], total(({ inBytes }) => inBytes)],
    [['out'], total(({ outBytes }) => outBytes)],
  ]);
}

/** How the pool of connections to the database is used, and whether the database works. */
export function measureDatabase(meters: Meters, database: Pick<PostgresDatabase, 'fault' | 'poolUse'>): void {
  meters.read(turnMetrics.databaseUp, () => (database.fault === undefined ? 1 : 0));
  meters.read(turnMetrics.databaseConnectionsMax, () => database.poolUse.max);
  meters.read(turnMetrics.databaseConnections, () => {
    const { busy, idle, awaited } = database.poolUse;
    return [
      [['busy'], busy],
      [['idle'], idle],
      [['awaited'], awaited],
    ];
  });
  meters.read(turnMetrics.databaseFailures, () => {
    const { lost, refused } = database.poolUse;
    return [
      [['lost'], lost],
      [['refused'], refused],
    ];
  });
}
