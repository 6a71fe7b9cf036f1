import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountCommands, gatewayCommands, ledgerListing, wsGatewayProcess } from '@exchange/contract/bus';
import { hash } from '@exchange/core/kernel';
import type { Origin } from '@exchange/core/message';
import type { Packet } from '@exchange/core/wire';
import { runService, type RunningService } from '@exchange/edge/service-host';
import { connectNats, type NatsBus, Requester } from '@exchange/platform';
import { freePort, KeptLog, startNats, TEST_PASSWORD, type TestNats, until } from '@exchange/test/kit';
import { config } from './config';
import { RealClient } from '../test/connection/real-client.fixture';
import {
  addressOf,
  ALICE,
  DEPLOYMENT,
  GATEWAY,
  orderFact,
  Owners,
  signedLogin,
  signedOrder,
} from '../test/gateway.fixture';
import { WsGatewayModule } from './ws-gateway.module';

const USERS = ['account-service', 'matching-engine', 'market-data', 'operator-gateway'] as const;
const CLIENTS = 500;
const DRAIN_SECONDS = 4;
/** How long account-service takes over an order. */
const ORDER_MS = 300;

describe('a ws-gateway with 500 clients that is drained', () => {
  let nats: TestNats;
  let buses: NatsBus[];
  let service: RunningService;
  let url: string;
  let operator: NatsBus;

  beforeAll(async () => {
    nats = await startNats();
    const log = new KeptLog();
    const connect = (user: (typeof USERS)[number]) =>
      connectNats({ url: nats.url, user, password: TEST_PASSWORD, log });
    buses = await Promise.all(USERS.map(connect));
    const [account, engine, data] = buses as [NatsBus, NatsBus, NatsBus];
    operator = buses[3] as NatsBus;
    const owners = new Owners(account, engine, data);
    await owners.start(ledgerListing.examples[0]?.listing ?? { tokens: [], markets: [] }, []);
    owners.acceptLogins({ pointTenths: 10_000 });
    let placed = 0;
    owners.answer(accountCommands.placeOrder, ({ origin }) => {
      placed += 1;
      const orderId = placed;
      setTimeout(() => owners.notify(addressOf(ALICE), [orderFact(orderId)], origin as Origin), ORDER_MS);
      return { accountSeq: 0, orderId };
    });
    const port = await freePort();
    const values = config.parse({
      ...{ NATS_URL: nats.url, NATS_USER: GATEWAY, NATS_PASSWORD: TEST_PASSWORD, LOG_LEVEL: 'fatal' },
      ...{ EXCHANGE_NAME: DEPLOYMENT.name, CHAIN_ID: String(DEPLOYMENT.chainId), WS_PORT: String(port) },
      ...{ EXCHANGE_CONTRACT: DEPLOYMENT.contractAddress, WS_DRAIN_SECONDS: String(DRAIN_SECONDS) },
      ...{ RAISED_ADDRESSES: '127.0.0.1/32=1000', SERVICE_INSTANCE: 'ws.1' },
    });
    service = await runService({ name: 'ws-gateway', module: WsGatewayModule.with(values), config: values });
    await until(async () => (await ready()) === 200);
    url = `ws://127.0.0.1:${port}/ws/v1`;
  });
  afterAll(async () => {
    await Promise.all(buses.map((bus) => bus.close()));
    await nats.stop();
  });

  const ready = async () => (await fetch(`${service.internalUrl}/health/ready`)).status;

  /** What the process says of itself to operators. */
  const told = () =>
    new Promise<ReturnType<typeof wsGatewayProcess.decode>>((resolve) => {
      const hear = (_subject: string, data: Uint8Array) => resolve(wsGatewayProcess.decode(data));
      void operator.subscribe(wsGatewayProcess.pattern, hear);
    });

  let orders = 0;

  async function drain(on: boolean, wish: { readonly process?: string; readonly isOrder?: boolean } = {}) {
    const { sender } = await told();
    const order = { seq: (orders += 1), hash: hash(`0x${'a'.repeat(64)}`) };
    const { process = 'ws-1', isOrder = true } = wish;
    const request = { process, on, ...(isOrder && { order }) };
    return new Requester(operator).ask(
      gatewayCommands.drainWsGateway,
      [sender, 'operator-gateway'],
      request,
      2_000,
    );
  }

  it('tells all to come back spread over the window, answers every command, and closes with 1012', async () => {
    const clients = await Promise.all(Array.from({ length: CLIENTS }, () => RealClient.open(url)));
    const packetsOf = (client: RealClient) => client.frames.flatMap((frame) => JSON.parse(frame) as Packet[]);
    const [trader] = clients;
    if (trader === undefined) throw new Error('no client');
    trader.socket.send(JSON.stringify([await signedLogin(ALICE)]));
    while (!packetsOf(trader).some(([, event]) => event === 'ft')) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const order = JSON.stringify(await signedOrder(ALICE, { rid: 0 }));
    expect(await drain(true, { process: 'ws-2' })).toMatchObject({ code: 'INVALID_FIELD' });
    const drained = await drain(true, { isOrder: false });
    expect(drained).toMatchObject({
      value: {
        effects: [
          { what: 'gateway', of: 'ws-1', before: 'at work', after: 'drained' },
          { count: CLIENTS },
          { what: expect.stringContaining('canceled'), count: 0 },
        ],
      },
    });
    expect([await ready(), await told()]).toMatchObject([200, { process: 'ws-1', isDrained: false }]);
    expect(await drain(true)).toEqual(drained);
    expect(await ready()).toBe(503);
    await expect(RealClient.open(url)).rejects.toThrow();
    // It trades on until it is closed, which is after the window.
    let sent = 0;
    const trading = setInterval(() => {
      sent += 1;
      trader.socket.send(`[${order.replace('"rid":0', `"rid":${sent}`)}]`);
    }, 20);
    const codes = await Promise.all(clients.map(({ closed }) => closed));
    clearInterval(trading);

    expect(new Set(codes)).toEqual(new Set([1012]));
    const said = clients.map((client) => packetsOf(client).filter(([, event]) => event === 'rc'));
    expect(said.every((packets) => packets.length === 1)).toBe(true);
    const seconds = said.map(([packet]) => (packet?.[2] as [number, string])[0]);
    for (let second = 0; second <= DRAIN_SECONDS; second += 1) {
      const share = seconds.filter((one) => one === second).length / CLIENTS;
      expect(share).toBeGreaterThan(0.5 / (DRAIN_SECONDS + 1));
      expect(share).toBeLessThan(1.5 / (DRAIN_SECONDS + 1));
    }
    const answers = packetsOf(trader).filter(([, event]) => event === 'o' || event === 'e');
    const taken = answers.filter(([, event]) => event === 'o').map(([, , , rid]) => rid);
    const refused = answers.filter(([, event]) => event === 'e');
    expect(taken.length).toBeGreaterThan(50);
    expect(taken).toEqual(Array.from({ length: taken.length }, (_, at) => at + 1));
    // The rest came after the window: told that nothing was done, or not read at all any more.
    for (const [, , text, rid] of refused) {
      expect(text).toMatch(/^UNAVAILABLE: /);
      expect(rid).toBeGreaterThan(taken.length);
    }
    await expect(RealClient.open(url)).rejects.toThrow();
    expect(await told()).toMatchObject({ isDrained: true, connections: 0 });

    expect(await drain(false)).toMatchObject({
      value: { effects: [{ before: 'drained', after: 'at work' }] },
    });
    expect(await ready()).toBe(200);
    const client = await RealClient.open(url);
    // A stop is a drain, too.
    await service.stop();
    expect(await client.closed).toBe(1012);
    expect(packetsOf(client).filter(([, event]) => event === 'rc')).toHaveLength(1);
  });
});
