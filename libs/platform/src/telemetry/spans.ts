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
  // Most work is for no trace and comes from none.
  if (point === undefined && context.active() === ROOT_CONTEXT) return work();
  return context.with(point ? trace.setSpanContext(ROOT_CONTEXT, point) : ROOT_CONTEXT, work);
}

/** The part of the traces that are kept, from 0 to 1; what is left out costs one number. */
let keptPart = 0;

/** Says which part of the traces is kept from now on, from 0 to 1. */
export function keepPart(part: number): void {
  keptPart = part;
}

/** A span that begins a trace, if it is one of those that are kept. What a stranger says of traces is never heard. */
export function beginTrace(name: string): Span | undefined {
  return Math.random() < keptPart ? beginKept(name) : undefined;
}

/** A span that begins a trace; undefined while nothing is traced. */
export function beginKept(name: string, options: SpanOptions = {}): Span | undefined {
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, root: true, ...options });
  return span.isRecording() ? span : undefined;
}

/** Runs `work` in a span that begins a trace, if it is one of those that are kept. */
export function inNewTrace<T>(name: string, work: () => T): T {
  const span = beginTrace(name);
  if (span === undefined) return work();
  try {
    return withTrace(span.spanContext(), work);
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

/** Hears a notice in a span below the one that sent it. `template`: its subject without whom it concerns. */
export function inNoticeSpan(point: TracePoint | undefined, template: () => string, hear: () => void): void {
  if (point === undefined) return withTrace(undefined, hear);
  const attributes = { 'messaging.destination.template': template() };
  const span = startSpanBelow(point, 'notice', { kind: SpanKind.CONSUMER, attributes });
  try {
    withTrace(span.spanContext(), hear);
  } finally {
    span.end();
  }
}

/** Answers a request outside of turns, in a span below the one that sent it. `template`: its subject without its names. */
export function inAnswerSpan<T>(
  point: TracePoint | undefined,
  template: string,
  answer: () => Promise<T>,
): Promise<T> {
  if (point === undefined) return withTrace(undefined, answer);
  const attributes = { 'messaging.destination.template': template };
  const span = startSpanBelow(point, 'answer', { kind: SpanKind.SERVER, attributes });
  return untilSettled([span], withTrace(span.spanContext(), answer));
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

/**
 * Runs `work` in a linked span, if it is for anybody's trace. Each further trace has a span of the same name, which is linked
 * to that one.
 */
export function inLinkedSpan<T>(
  name: string,
  points: readonly TracePoint[],
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  const span = startLinkedSpan(name, points, attributes);
  if (span === undefined) return work();
  const point = span.spanContext();
  const others = new Map(points.map((other) => [other.traceId, other]));
  others.delete(point.traceId);
  const links = [{ context: point }];
  const further = [...others.values()].map((other) => startSpanBelow(other, name, { attributes, links }));
  return untilSettled([...further, span], withTrace(point, work));
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
