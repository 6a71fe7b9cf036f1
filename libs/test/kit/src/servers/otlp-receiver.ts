import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { json } from 'node:stream/consumers';

/** A span as a receiver of traces gets it. */
export interface ReceivedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Undefined of the one that begins the trace. */
  readonly parentSpanId: string | undefined;
  /** Unix nanoseconds. */
  readonly startedAt: bigint;
  readonly endedAt: bigint;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly failure: string | undefined;
}

type OtlpValue = Readonly<Record<string, unknown>>;
type OtlpAttributes = readonly { readonly key: string; readonly value: OtlpValue }[];

/** The members that are read of a request (OTLP 1.x over HTTP, JSON). */
interface OtlpRequest {
  readonly resourceSpans?: readonly {
    readonly resource?: { readonly attributes?: OtlpAttributes };
    readonly scopeSpans?: readonly { readonly spans?: readonly OtlpSpan[] }[];
  }[];
}

interface OtlpSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes?: OtlpAttributes;
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status?: { readonly message?: string };
}

/** Takes traces as a collector does (OTLP over HTTP in JSON, `/v1/traces`) on a free port, and keeps their spans. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<OtlpReceiver> {
    const server = createServer();
    const receiver = new OtlpReceiver(server);
    server.on('request', (request, response) => {
      void receiver.take(request).then((status) => response.writeHead(status).end('{}'));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  /** What `OTEL_EXPORTER_OTLP_ENDPOINT` is set to. */
  get url(): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('the receiver is closed');
    return `http://127.0.0.1:${address.port}`;
  }

  /** The spans of each trace, by when they began. */
  get traces(): ReadonlyMap<string, readonly ReceivedSpan[]> {
    const traces = new Map<string, ReceivedSpan[]>();
    for (const span of this.spans.toSorted((a, b) => Number(a.startedAt - b.startedAt))) {
      const spans = traces.get(span.traceId);
      if (spans) spans.push(span);
      else traces.set(span.traceId, [span]);
    }
    return traces;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** The status to answer with. */
  private async take(request: IncomingMessage): Promise<number> {
    const isTraces = request.method === 'POST' && request.url === '/v1/traces';
    if (!isTraces || request.headers['content-type'] !== 'application/json') return 415;
    try {
      this.spans.push(...spansOf((await json(request)) as OtlpRequest));
      return 200;
    } catch {
      return 400;
    }
  }
}

const spansOf = ({ resourceSpans = [] }: OtlpRequest): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans = [] }) => {
    const service = String(recordOf(resource?.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans = [] }) => spans.map((span) => ({ service, ...receivedSpan(span) })));
  });

const receivedSpan = (span: OtlpSpan): Omit<ReceivedSpan, 'service'> => ({
  ...{ name: span.name, traceId: span.traceId, spanId: span.spanId },
  parentSpanId: span.parentSpanId || undefined,
  startedAt: BigInt(span.startTimeUnixNano),
  endedAt: BigInt(span.endTimeUnixNano),
  attributes: recordOf(span.attributes),
  links: (span.links ?? []).map(({ traceId, spanId }) => ({ traceId, spanId })),
  failure: span.status?.message,
});

/** A value is an object with one member, named after its type. */
const recordOf = (attributes: OtlpAttributes = []): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
