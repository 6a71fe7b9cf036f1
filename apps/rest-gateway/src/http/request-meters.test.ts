import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { traceRequests } from '@exchange/edge/http';
import { Meters, traceTo } from '@exchange/platform';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import Fastify from 'fastify';
import { createRequestMeters, measureRequests } from './request-meters';

const exporter = new InMemorySpanExporter();
const stop = traceTo(new SimpleSpanProcessor(exporter), { service: 'rest-gateway', ratio: 1 });
const meters = new Meters('rest-gateway');
const server = Fastify();

beforeAll(async () => {
  traceRequests(server);
  measureRequests(server, createRequestMeters(meters));
  server.get('/rest/v1/time', async () => ({}));
  await server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server.close();
  await stop();
});

it('the time of a request leads to its trace', async () => {
  await fetch(`${server.listeningOrigin}/rest/v1/time`, { headers: { connection: 'close' } });
  const [span] = exporter.getFinishedSpans();
  const lines = (await meters.text()).split('\n');
  expect(lines).toContain('http_requests_total{route="/rest/v1/time",status="200",service="rest-gateway"} 1');
  const exemplar = `# {trace_id="${span?.spanContext().traceId}"}`;
  expect(
    lines.some((line) => line.startsWith('http_request_seconds_bucket') && line.includes(exemplar)),
  ).toBe(true);
});
