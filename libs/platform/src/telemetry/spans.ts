import {
  type Attributes,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import type { TracePoint } from '../ports';

// Does nothing until `traceTo` has registered a provider.
const tracer = trace.getTracer('exchange');

/** The point, if its trace is kept. A trace that isn't ends where it begins, and no message carries it. */
export function ifKept(point: TracePoint | undefined): TracePoint | undefined {
  return point !== undefined && (point.traceFlags & TraceFlags.SAMPLED) !== 0 ? point : undefined;
}

/** The span that the running code works for; undefined when nothing is traced. */
export function activeTrace(): TracePoint | undefined {
  return ifKept(trace.getSpanContext(context.active()));
}

/** Runs `work` for a span that came with a message or was kept; undefined stands for none. */
export function withTrace<T>(point: TracePoint | undefined, work: () => T): T {
  return context.with(point ? trace.setSpanContext(ROOT_CONTEXT, point) : ROOT_CONTEXT, work);
}

/** Runs `work` in a span that begins a trace, if the sampler keeps it. */
export function inNewTrace<T>(name: string, work: () => T): T {
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, root: true });
  if (!span.isRecording()) return work();
  try {
    return context.with(trace.setSpan(ROOT_CONTEXT, span), work);
  } finally {
    span.end();
  }
}

/** Runs a request in a span below the active one, if there is one. */
export function inRequestSpan<T>(subject: string, request: () => Promise<T>): Promise<T> {
  const below = activeTrace();
  if (below === undefined) return request();
  const attributes = { 'messaging.destination.name': subject };
  const span = startSpanBelow(below, 'request', { kind: SpanKind.CLIENT, attributes });
  return untilSettled([span], withTrace(span.spanContext(), request));
}

/** A span below a point that came with a message. */
export function startSpanBelow(point: TracePoint, name: string, options: SpanOptions): Span {
  return tracer.startSpan(name, options, trace.setSpanContext(ROOT_CONTEXT, point));
}

/**
 * A span of work for several traces at once: below the first, and linked to all (OpenTelemetry, messaging spans of
 * batches). Undefined when there are none.
 */
export function startLinkedSpan(
  name: string,
  points: readonly TracePoint[],
  attributes: Attributes,
): Span | undefined {
  const [first] = points;
  const links = points.map((context) => ({ context }));
  return first && startSpanBelow(first, name, { kind: SpanKind.CONSUMER, attributes, links });
}

/** Runs `work` in a linked span, if it is for anybody's trace. */
export function inLinkedSpan<T>(
  name: string,
  points: readonly TracePoint[],
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  const span = startLinkedSpan(name, points, attributes);
  return span ? untilSettled([span], withTrace(span.spanContext(), work)) : work();
}

/** Ends spans when their work does, with its failure if it fails; passes on what comes of it. */
export async function untilSettled<T>(spans: readonly Span[], work: Promise<T>): Promise<T> {
  try {
    const value = await work;
    for (const span of spans) span.end();
    return value;
  } catch (error) {
    for (const span of spans) endSpan(span, error);
    throw error;
  }
}

/** Ends a span; `failure`: what went wrong, if anything did. */
export function endSpan(span: Span, failure?: unknown): void {
  if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: String(failure) });
  span.end();
}
