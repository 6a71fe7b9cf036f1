import { afterAll, describe, expect, it } from '@jest/globals';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { traceHeaders, traceOf } from '../nats/trace-headers';
import {
  activeTrace,
  inLinkedSpan,
  inNewTrace,
  inNoticeSpan,
  inRequestSpan,
  startLinkedSpan,
  withTrace,
} from './spans';
import { traceTo } from './tracing';

const KEPT = { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8), traceFlags: 1, isRemote: true };

/** What code and messages inside a span know of a trace. */
const known = () => [activeTrace(), traceHeaders()];

describe('spans while nothing is traced', () => {
  it('are none, and no message says anything', async () => {
    expect(inNewTrace('frame', known)).toEqual([undefined, undefined]);
    expect(await inRequestSpan('a.b', async () => known())).toEqual([undefined, undefined]);
    expect(await inLinkedSpan('batch', [], {}, async () => known())).toEqual([undefined, undefined]);
    expect(withTrace(undefined, known)).toEqual([undefined, undefined]);
    expect(startLinkedSpan('turn', [], {})).toBeUndefined();
  });
});

describe('spans of traces that are left out', () => {
  const exporter = new InMemorySpanExporter();
  let stop: () => Promise<void> = async () => undefined;

  afterAll(() => stop());

  it('are none either; a kept trace goes on in every process', async () => {
    stop = traceTo(new SimpleSpanProcessor(exporter), { service: 'test', ratio: 0 });
    expect(inNewTrace('frame', known)).toEqual([undefined, undefined]);
    const headers = withTrace(KEPT, () => traceHeaders());
    expect(headers?.get('traceparent')).toBe(`00-${KEPT.traceId}-${KEPT.spanId}-01`);
    expect(traceOf({ headers })).toEqual(KEPT);
    headers?.set('traceparent', `00-${KEPT.traceId}-${KEPT.spanId}-00`);
    expect(traceOf({ headers })).toBeUndefined();
    await withTrace(KEPT, () => inRequestSpan('a.b', async () => undefined));
    const failing = withTrace(KEPT, () => inRequestSpan('a.b', () => Promise.reject(new Error('gone'))));
    await expect(failing).rejects.toThrow('gone');
    const spans = exporter.getFinishedSpans();
    expect(spans.map(({ name, parentSpanContext }) => [name, parentSpanContext?.spanId])).toEqual([
      ['request', KEPT.spanId],
      ['request', KEPT.spanId],
    ]);
    expect(spans.map(({ status }) => status.message)).toEqual([undefined, 'Error: gone']);
    exporter.reset();
  });

  it('of a notice stand below its sender, and name nobody', () => {
    let heard: unknown;
    const hear = () => (heard = activeTrace());
    inNoticeSpan(KEPT, () => 'account.v1.notice.*', hear);
    const [span] = exporter.getFinishedSpans();
    expect(heard).toMatchObject({ traceId: KEPT.traceId, spanId: span?.spanContext().spanId });
    expect(span?.parentSpanContext?.spanId).toBe(KEPT.spanId);
    expect(span?.attributes).toEqual({ 'messaging.destination.template': 'account.v1.notice.*' });
    inNoticeSpan(undefined, () => '', hear);
    expect(heard).toBeUndefined();
    exporter.reset();
  });

  it('of work for several traces stand in each, linked to the one that goes on', async () => {
    const other = { ...KEPT, traceId: 'ef'.repeat(16) };
    await inLinkedSpan('batch', [KEPT, other, { ...KEPT, spanId: '12'.repeat(8) }], { of: 3 }, async () => {
      expect(activeTrace()?.traceId).toBe(KEPT.traceId);
    });
    const spans = exporter.getFinishedSpans();
    const main = spans.find((span) => span.spanContext().traceId === KEPT.traceId);
    expect(spans.map((span) => [span.name, span.parentSpanContext?.traceId, span.attributes])).toEqual([
      ['batch', other.traceId, { of: 3 }],
      ['batch', KEPT.traceId, { of: 3 }],
    ]);
    expect(spans[0]?.links.map(({ context }) => context)).toEqual([main?.spanContext()]);
    expect(main?.links).toHaveLength(3);
    exporter.reset();
  });
});
