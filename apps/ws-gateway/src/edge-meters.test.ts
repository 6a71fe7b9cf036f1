import { accountCommands } from '@exchange/contract/bus';
import { afterAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Meters, traceTo, withTrace } from '@exchange/platform';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { addressOf, ALICE, type Client, GatewayWorld } from '../test/gateway.fixture';
import { tradeFact } from '../test/trade-fact.fixture';
import { createEdgeMeters } from './edge-meters';

const NOTICED = { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8), traceFlags: 1 };
const exporter = new InMemorySpanExporter();
const stop = traceTo(new SimpleSpanProcessor(exporter), { service: 'ws-gateway', ratio: 0.5 });
const drawn = jest.spyOn(Math, 'random');
const [KEPT, LEFT_OUT] = [0.4, 0.6];
let meters: Meters;
let world: GatewayWorld;
let client: Client;

beforeEach(async () => {
  meters = new Meters('ws-gateway');
  const connections = new Set<{ readonly session: object | undefined }>();
  const measured = { connections, budget: { bytes: 0 }, queuesBytesMax: 1, dataAgeMs: () => 0 };
  world = await GatewayWorld.open([], { meters: createEdgeMeters(meters, measured) });
  world.owners.acceptLogins();
  client = world.connect();
  drawn.mockReturnValue(LEFT_OUT);
  await client.login();
  exporter.reset();
});
afterAll(() => {
  drawn.mockRestore();
  return stop();
});

/** The exemplars of the histogram's buckets with this in their labels: the traces that they name. */
async function exemplars(of: string): Promise<readonly (string | undefined)[]> {
  const lines = (await meters.text()).split('\n').filter((line) => line.startsWith(of));
  return lines.flatMap((line) => /# \{trace_id="(\w+)"\}/.exec(line)?.[1] ?? []);
}

describe('what a gateway measures of how long things take', () => {
  it('leads from a command to the trace of its frame, if that is kept', async () => {
    await client.send({ c: 'ping', rid: 1 });
    expect(await exemplars('ws_command_seconds_bucket')).toEqual([]);
    drawn.mockReturnValue(KEPT);
    await client.send({ c: 'ping', rid: 2 });
    const frame = exporter.getFinishedSpans().find(({ name }) => name === 'frame');
    expect(frame).toBeDefined();
    expect(await exemplars('ws_command_seconds_bucket')).toEqual([frame?.spanContext().traceId]);
  });

  it('leads from a command whose answer is a refusal of its owner to the trace of its frame', async () => {
    world.owners.answer(accountCommands.cancelOrder, () => ({ code: 'ORDER_NOT_OPEN', message: 'no' }));
    drawn.mockReturnValue(KEPT);
    await client.send({ c: 'cancelOrder', id: 5, rid: 3 });
    await world.settle();
    const frame = exporter.getFinishedSpans().find(({ name }) => name === 'frame');
    expect(await exemplars('ws_command_seconds_bucket')).toEqual([frame?.spanContext().traceId]);
  });

  it('leads from a told trade to the trace of its notice', async () => {
    withTrace(NOTICED, () => world.owners.notify(addressOf(ALICE), [tradeFact]));
    await world.settle();
    expect(await exemplars('fill_told_seconds_bucket')).toEqual([NOTICED.traceId]);
  });
});
