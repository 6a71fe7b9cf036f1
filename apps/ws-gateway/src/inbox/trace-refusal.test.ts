import { accountCommands } from '@exchange/contract/bus';
import { afterAll, beforeEach, expect, it } from '@jest/globals';
import { traceTo } from '@exchange/platform';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { ALICE, type Client, GatewayWorld, signedOrder } from '../../test/gateway.fixture';

const TOLD_MS_MAX = 6_000;
const exporter = new InMemorySpanExporter();
const stop = traceTo(new SimpleSpanProcessor(exporter), { service: 'ws-gateway', ratio: 0 });
let world: GatewayWorld;
let client: Client;

beforeEach(async () => {
  world = await GatewayWorld.open();
  world.owners.acceptLogins();
  client = world.connect();
  await client.login();
  client.takePackets();
  exporter.reset();
});
afterAll(() => stop());

const traced = () =>
  exporter.getFinishedSpans().map(({ name, attributes, duration: [seconds] }) => [name, attributes, seconds]);

it('a command whose outcome nobody told is traced for as long as it was waited for, though its frame was left out', async () => {
  world.owners.answer(accountCommands.placeOrder, () => ({ accountSeq: 0, orderId: 5 }));
  await client.send(await signedOrder(ALICE));
  await world.clock.advance(TOLD_MS_MAX);
  world.edge.outcomes.sweep(world.clock.now());
  await world.settle();
  expect(client.packets).toMatchObject([[0, 'e', expect.stringMatching(/^UNKNOWN_OUTCOME: /)]]);
  const attributes = { command: 'placeOrder', 'refusal.code': 'UNKNOWN_OUTCOME' };
  expect(traced()).toEqual([['refusal', attributes, TOLD_MS_MAX / 1_000]]);
});

it('what comes to a gateway that leaves is traced, and what a client did wrong is not', async () => {
  await client.send({ c: 'cancelOrder' }, { c: 'nothing' });
  expect(traced()).toEqual([]);
  client.connection.leaving = true;
  await client.send({ c: 'ping', rid: 9 });
  expect(traced()).toEqual([['refusal', { command: 'ping', 'refusal.code': 'UNAVAILABLE' }, 0]]);
});
