import { processMetrics } from '@exchange/contract/metrics';
import { beforeEach, describe, expect, it } from '@jest/globals';
import os from 'node:os';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { Meters } from './meters';
import { measureResources } from './process-resources';

const { resources } = processMetrics;
const BLOCKED_MS = 300;
/** Two looks at the event loop. */
const LOOKS_MS = 250;

const pause = (ms: number) => new Promise((resolve) => void setTimeout(resolve, ms));
const block = (ms: number) => {
  for (const until = performance.now() + ms; performance.now() < until;);
};

describe('what a process uses', () => {
  let meters: Meters;
  beforeEach(() => {
    meters = new Meters('solvency');
    measureResources(meters);
  });

  /** The value of a metric in what is shown. */
  const valueIn = (text: string, name: string): number => {
    const line = text.split('\n').find((one) => new RegExp(`^${name}(\\{| )`).test(one));
    return Number(line?.split(' ').at(-1));
  };

  it('is what the library says of the same process', async () => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const [own, theirs] = [await meters.text(), await registry.metrics()];
    const both = ({ name }: { readonly name: string }) =>
      [valueIn(own, name), valueIn(theirs, name)] as const;
    for (const exact of [resources.started, resources.files, resources.filesMax]) {
      const [ours, expected] = both(exact);
      expect([exact.name, ours]).toEqual([exact.name, expected]);
      expect(ours).toBeGreaterThan(0);
    }
    for (const near of [resources.memory, resources.heap]) {
      const [ours, expected] = both(near);
      expect([near.name, ours / expected > 0.5 && ours / expected < 2]).toEqual([near.name, true]);
    }
  });

  it('says how long it was on a processor', async () => {
    const { name } = resources.cpu;
    const before = valueIn(await meters.text(), name);
    const cpu = process.cpuUsage();
    block(BLOCKED_MS);
    const { user, system } = process.cpuUsage(cpu);
    const more = valueIn(await meters.text(), name) - before;
    expect(more).toBeGreaterThanOrEqual((user + system) / 1e6);
    expect(before).toBeLessThan(process.uptime() * os.cpus().length);
  });

  it('says how late the event loop was since it was read last', async () => {
    await pause(LOOKS_MS);
    block(BLOCKED_MS);
    await pause(LOOKS_MS);
    const { name } = resources.loopLag;
    expect(valueIn(await meters.text(), name)).toBeGreaterThan(BLOCKED_MS / 1_000 - 0.05);
    expect(valueIn(await meters.text(), name)).toBeLessThan(0.001);
  });

  it('is nothing where nothing is measured', async () => {
    const off = new Meters('solvency', false);
    measureResources(off);
    expect(await off.text()).not.toContain('process_');
  });
});
