import { beforeEach, expect, it } from '@jest/globals';
import { raisedAlarms } from '../telemetry/raised-alarms';
import { Meters } from './meters';
import { measureBroker, measureDatabase, measureProcess } from './process-meters';

let meters: Meters;
/** The value of a series; undefined when it isn't there. */
const shown = async (series: string) => {
  const line = (await meters.text()).split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
};

beforeEach(() => {
  meters = new Meters('solvency');
});

it('a process tells how much of its thread and of its memory it uses, and of how much', async () => {
  measureProcess(meters, 'abc', raisedAlarms('solvency'));
  const before = (await shown('event_loop_busy_seconds_total{service="solvency"}')) ?? NaN;
  // The loop counts once it has gone round.
  await new Promise((resolve) => void setTimeout(resolve, 10));
  for (const until = performance.now() + 50; performance.now() < until;);
  await new Promise((resolve) => void setTimeout(resolve, 10));
  expect(await shown('event_loop_busy_seconds_total{service="solvency"}')).toBeGreaterThan(before + 0.04);
  const used = (await shown('nodejs_heap_size_used_bytes{service="solvency"}')) ?? NaN;
  expect(await shown('heap_bytes_max{service="solvency"}')).toBeGreaterThan(used);
  expect(await shown('build_info{build="abc",service="solvency"}')).toBe(1);
});

it('a process tells how its database failed, and how soon the broker answers', async () => {
  const use = { busy: 1, idle: 2, awaited: 3, max: 10, lost: 4, refused: 5 };
  measureDatabase(meters, { fault: undefined, poolUse: use });
  measureBroker(meters, { silentMs: 900, answerMs: 25, traffic: [] });
  expect(await shown('database_failures_total{failure="lost",service="solvency"}')).toBe(4);
  expect(await shown('database_failures_total{failure="refused",service="solvency"}')).toBe(5);
  expect(await shown('broker_answer_seconds{service="solvency"}')).toBe(0.025);
});
