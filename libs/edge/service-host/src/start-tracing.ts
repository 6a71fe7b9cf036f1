import { traceTo } from '@exchange/platform';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-node';

interface TracingOptions {
  readonly service: string;
  /** Base URL of an OTLP/HTTP collector; nothing is traced without it. */
  readonly endpoint: string | undefined;
  /** The part of traces kept, from 0 to 1. */
  readonly ratio: number;
  /** How long spans wait for others before they are sent, ms. */
  readonly waitMs: number;
}

/** Starts tracing for this process; the result stops it and sends what is left. */
export function startTracing({ endpoint, waitMs, ...options }: TracingOptions): () => Promise<void> {
  if (endpoint === undefined) return async () => undefined;
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  return traceTo(new BatchSpanProcessor(exporter, { scheduledDelayMillis: waitMs }), options);
}
