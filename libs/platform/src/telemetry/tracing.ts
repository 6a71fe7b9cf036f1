import { context, propagation, trace } from '@opentelemetry/api';
import { NodeTracerProvider, type SpanProcessor, type TracerConfig } from '@opentelemetry/sdk-trace-node';
import { keepPart } from './spans';
import { TraceContext } from './trace-context';

interface TracingOptions {
  readonly service: string;
  /** The part of traces kept, from 0 to 1. */
  readonly ratio: number;
}

/** Traces to any processor of spans, once in a process; the result stops it. */
export function traceTo(processor: SpanProcessor, { service, ratio }: TracingOptions): () => Promise<void> {
  const contextManager = new TraceContext();
  const provider = new NodeTracerProvider({
    resource: resourceOf(service),
    spanProcessors: [contextManager.spans, processor],
  });
  provider.register({ contextManager });
  keepPart(ratio);
  return async () => {
    keepPart(0);
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
