import type { SpanContext } from '@opentelemetry/api';

/** A span of a trace that is kept: what messages carry in their `traceparent` header (W3C Trace Context). */
export type TracePoint = SpanContext;
