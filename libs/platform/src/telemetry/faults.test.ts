import { PassThrough } from 'node:stream';
import { afterAll, beforeEach, expect, it } from '@jest/globals';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { createLog } from './create-log';
import { traceFault } from './faults';
import { withTrace } from './spans';
import { traceTo } from './tracing';

const KEPT = { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8), traceFlags: 1, isRemote: true };
const FAULT = { code: 'UNAVAILABLE', waitedMs: 2_000, attributes: { command: 'placeOrder' } };
const exporter = new InMemorySpanExporter();
const stop = traceTo(new SimpleSpanProcessor(exporter), { service: 'test', ratio: 0 });

beforeEach(() => exporter.reset());
afterAll(() => stop());

it('a fault is traced though its trace was left out, from when it came, and its line in the log says where', () => {
  const lines = new PassThrough();
  const log = createLog('test', 'info', lines);
  traceFault(FAULT, () => log.error({ alarm: 'request_failed' }, 'a command failed'));
  const [span] = exporter.getFinishedSpans();
  expect(span).toMatchObject({
    ...{ name: 'refusal', parentSpanContext: undefined, status: { message: 'UNAVAILABLE' } },
    attributes: { command: 'placeOrder', 'refusal.code': 'UNAVAILABLE' },
  });
  const [seconds = 0, nanoseconds = 0] = span?.duration ?? [];
  expect(seconds + nanoseconds / 1e9).toBeCloseTo(2, 0);
  expect(JSON.parse(String(lines.read()))).toMatchObject({ traceId: span?.spanContext().traceId });
  log.info({}, 'later');
  expect(JSON.parse(String(lines.read()))).not.toHaveProperty('traceId');
});

it('of a kept trace it is a part of that', () => {
  withTrace(KEPT, () => traceFault(FAULT));
  expect(exporter.getFinishedSpans()[0]?.parentSpanContext).toEqual(KEPT);
});

it('of a flood only some begin traces, and all are told', () => {
  let told = 0;
  for (let count = 0; count < 1_000; count += 1) traceFault(FAULT, () => (told += 1));
  expect(told).toBe(1_000);
  expect(exporter.getFinishedSpans().length).toBeLessThan(30);
});
