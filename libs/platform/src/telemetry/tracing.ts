import { context, propagation, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  type SpanProcessor,
  type TracerConfig,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node';

export interface TracingOptions {
  readonly service: string;
  /** Base URL of an OTLP/HTTP collector; nothing is traced without it. */
  readonly endpoint: string | undefined;
  /** The part of traces kept, from 0 to 1. */
  readonly ratio: number;
}

/** Starts tracing for this process; the result stops it and sends what is left. */
export function startTracing({ endpoint, ...options }: TracingOptions): () => Promise<void> {
  if (endpoint === undefined) return async () => undefined;
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  return traceTo(new BatchSpanProcessor(exporter), options);
}

/** Traces to any processor of spans, once in a process; the result stops it. */
export function traceTo(
  processor: SpanProcessor,
  { service, ratio }: Omit<TracingOptions, 'endpoint'>,
): () => Promise<void> {
  const provider = new NodeTracerProvider({
    resource: resourceOf(service),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [processor],
  });
  provider.register();
  return async () => {
    await provider.shutdown();
    for (const api of [trace, context, propagation]) api.disable();
  };
}

type Resource = NonNullable<TracerConfig['resource']>;

/** What the traces are of: the service's name. */
function resourceOf(service: string): Resource {
  const resource: Resource = {
    attributes: { 'service.name': service },
    getRawAttributes: () => [['service.name', service]],
    merge: () => resource,
  };
  return resource;
}
