import { afterAll, expect, it } from '@jest/globals';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { setTimeout as pause } from 'node:timers/promises';
import { activeTrace, beginKept, withTrace } from './spans';
import { traceTo } from './tracing';

const stop = traceTo(new SimpleSpanProcessor(new InMemorySpanExporter()), { service: 'test', ratio: 0 });
afterAll(() => stop());

/** Longer than a context is kept that nobody needs. */
const LONG_MS = 400;

it('a span is carried as long as it is open, and soon not any more, until the next one', async () => {
  for (let trace = 0; trace < 2; trace += 1) {
    const span = beginKept('frame');
    const point = span?.spanContext();
    expect(point).toBeDefined();
    await withTrace(point, async () => {
      await pause(LONG_MS);
      expect(activeTrace()).toEqual(point);
      span?.end();
      expect(activeTrace()).toEqual(point);
      await pause(LONG_MS);
      expect(activeTrace()).toBeUndefined();
    });
  }
});
