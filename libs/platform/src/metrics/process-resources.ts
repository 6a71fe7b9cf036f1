import { processMetrics } from '@exchange/contract/metrics';
import { readdirSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Meters } from './meters';

/** How often the delay of the event loop is looked at: 10 ms, as is usual, would wake every idle process 100 times a second. */
const LOOP_PRECISION_MS = 100;
const US_PER_S = 1e6;
const NS_PER_S = 1e9;
/** Where Linux tells a process of itself; other systems tell nothing there. */
const OPEN_FILES = '/proc/self/fd';
const LIMITS = '/proc/self/limits';

/** Processor, memory, files and event loop of the process. What prom-client collects by itself is some sixty series more. */
export function measureResources(meters: Meters): void {
  if (!meters.isOn) return;
  const { cpu, memory, started, files, filesMax, loopLag, heap } = processMetrics.resources;
  meters.read(cpu, () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / US_PER_S;
  });
  meters.read(memory, () => process.memoryUsage.rss());
  meters.read(heap, () => getHeapStatistics().used_heap_size);
  const startedAt = Math.round(Date.now() / 1_000 - process.uptime());
  meters.read(started, () => startedAt);
  const most = openFilesMax();
  // One of those that are listed is the list.
  meters.read(files, () => (most === undefined ? undefined : readdirSync(OPEN_FILES).length - 1));
  meters.read(filesMax, () => most);
  const lag = monitorEventLoopDelay({ resolution: LOOP_PRECISION_MS });
  lag.enable();
  meters.read(loopLag, () => {
    const seconds = lag.percentile(99) / NS_PER_S;
    lag.reset();
    return seconds;
  });
}

/** Undefined where the system doesn't say. */
function openFilesMax(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const [, most] = /^Max open files\s+(\d+)/m.exec(readFileSync(LIMITS, 'utf8')) ?? [];
  return most === undefined ? undefined : Number(most);
}
