import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { httpMeter, Meters, traceTo } from '@exchange/platform';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import Fastify from 'fastify';
import { measureRequests } from './measure-requests';
import { traceRequests } from './trace-requests';

const exporter = new InMemorySpanExporter();
const stop = traceTo(new SimpleSpanProcessor(exporter), { service: 'rest-gateway', ratio: 1 });
const meters = new Meters('rest-gateway');
const server = Fastify();

beforeAll(async () => {
  traceRequests(server);
  measureRequests(server, httpMeter(meters));
  server.get('/rest/v1/book/:market', async () => ({}));
  await server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server.close();
  await stop();
});

const ask = (path: string) => fetch(`${server.listeningOrigin}${path}`, { headers: { connection: 'close' } });
const lines = async () => (await meters.text()).split('\n');

it('a request is counted by its endpoint and status, whatever its path says', async () => {
  await Promise.all(['/rest/v1/book/ETHDAI', '/rest/v1/book/nothing', '/0x123', '/0x456'].map(ask));
  expect((await lines()).filter((line) => line.startsWith('http_requests_total{'))).toEqual([
    'http_requests_total{route="/rest/v1/book/:market",status="200",service="rest-gateway"} 2',
    'http_requests_total{route="none",status="404",service="rest-gateway"} 2',
  ]);
});

it('the time of a request leads to its trace', async () => {
  exporter.reset();
  await ask('/rest/v1/book/ETHDAI');
  const [span] = exporter.getFinishedSpans();
  const exemplar = `# {trace_id="${span?.spanContext().traceId}"}`;
  const buckets = (await lines()).filter((line) => line.startsWith('http_request_seconds_bucket'));
  expect(buckets.filter((line) => line.includes(exemplar))).toHaveLength(1);
});
