import { afterAll, afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { activeTrace, traceTo } from '@exchange/platform';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import Fastify from 'fastify';
import { traceRequests } from './trace-requests';

const STRANGE = 'ab'.repeat(16);
const exporter = new InMemorySpanExporter();
const stop = traceTo(new SimpleSpanProcessor(exporter), { service: 'test', ratio: 0.5 });
const drawn = jest.spyOn(Math, 'random');
const server = Fastify();
let ended: () => void;

traceRequests(server);
server.get('/book/:market', async () => {
  await Promise.resolve();
  return activeTrace() ?? {};
});
server.get('/away', (_request, reply) => reply.code(503).send({}));
server.addHook('onResponse', async () => ended());

beforeEach(() => exporter.reset());
afterEach(() => void drawn.mockReset());
afterAll(async () => {
  await server.close();
  await stop();
});

/** What a stranger is answered that says of what trace its request is. */
async function answerTo(path: string): Promise<unknown> {
  const over = new Promise<void>((resolve) => (ended = resolve));
  const base = server.listeningOrigin ?? '';
  const headers = {
    traceparent: `00-${STRANGE}-${'cd'.repeat(8)}-01`,
    tracestate: 'a=b',
    connection: 'close',
  };
  const answer: unknown = await (await fetch(base + path, { headers })).json();
  await over;
  return answer;
}

const spans = () =>
  exporter.getFinishedSpans().map(({ name, attributes, status }) => [name, attributes, status.message]);

it('a request begins a trace, whatever the client says of traces, and its handler works in it', async () => {
  await server.listen({ host: '127.0.0.1', port: 0 });
  drawn.mockReturnValue(0.4);
  const answer = await answerTo('/book/ETHDAI?secret=1');
  const [span] = exporter.getFinishedSpans();
  expect(answer).toMatchObject({ traceId: span?.spanContext().traceId, spanId: span?.spanContext().spanId });
  expect(span?.parentSpanContext).toBeUndefined();
  expect(span?.spanContext().traceId).not.toBe(STRANGE);
  const about = { 'http.request.method': 'GET', 'http.route': '/book/:market' };
  expect(spans()).toEqual([['http', { ...about, 'http.response.status_code': 200 }, undefined]]);
});

it('one that is left out has no span, unless something is away', async () => {
  drawn.mockReturnValue(0.6);
  expect(await answerTo('/book/ETHDAI')).toEqual({});
  await answerTo('/nowhere');
  expect(spans()).toEqual([]);
  await answerTo('/away');
  const about = { 'http.request.method': 'GET', 'http.route': '/away' };
  expect(spans()).toEqual([['refusal', { ...about, 'refusal.code': '503' }, '503']]);
});
