import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountCommands, ledgerListing } from '@exchange/contract/bus';
import type { Origin } from '@exchange/core/message';
import { type Packet } from '@exchange/core/wire';
import { runService, type RunningService } from '@exchange/edge/service-host';
import { connectNats, type NatsBus } from '@exchange/platform';
import { freePort, KeptLog, startNats, TEST_PASSWORD, type TestNats } from '@exchange/test/kit';
import { WebSocket } from 'ws';
import { config } from './config';
import {
  addressOf,
  ALICE,
  balanceFact,
  DEPLOYMENT,
  GATEWAY,
  levelEvent,
  orderFact,
  Owners,
  signedLogin,
  signedOrder,
} from '../test/gateway.fixture';
import { WsGatewayModule } from './ws-gateway.module';

const USERS = ['account-service', 'matching-engine', 'market-data'] as const;

describe('a ws-gateway on a real broker', () => {
  let nats: TestNats;
  let buses: NatsBus[];
  let owners: Owners;
  let service: RunningService;
  let socket: WebSocket;
  const packets: Packet[] = [];

  const received = async (count: number): Promise<Packet[]> => {
    while (packets.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
    return packets.splice(0, count);
  };
  const ready = async () => {
    while ((await fetch(`${service.internalUrl}/health/ready`)).status !== 200) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  beforeAll(async () => {
    nats = await startNats();
    const log = new KeptLog();
    buses = await Promise.all(
      USERS.map((user) => connectNats({ url: nats.url, user, password: TEST_PASSWORD, log })),
    );
    const [account, engine, data] = buses as [NatsBus, NatsBus, NatsBus];
    owners = new Owners(account, engine, data);
    await owners.start(ledgerListing.examples[0]?.listing ?? { tokens: [], markets: [] }, []);
    owners.acceptLogins();
    const port = await freePort();
    const values = config.parse({
      ...{ NATS_URL: nats.url, NATS_USER: GATEWAY, NATS_PASSWORD: TEST_PASSWORD, LOG_LEVEL: 'fatal' },
      ...{ EXCHANGE_NAME: DEPLOYMENT.name, CHAIN_ID: String(DEPLOYMENT.chainId), WS_PORT: String(port) },
      ...{ EXCHANGE_CONTRACT: DEPLOYMENT.contractAddress, WS_DRAIN_SECONDS: '1' },
    });
    service = await runService({ name: 'ws-gateway', module: WsGatewayModule.with(values), config: values });
    await ready();
    socket = new WebSocket(`ws://127.0.0.1:${port}/ws/v1`);
    socket.on('message', (data) => packets.push(...(JSON.parse(String(data)) as Packet[])));
    expect((await received(1))[0]?.[1]).toBe('c');
  });
  afterAll(async () => {
    socket.terminate();
    await service.stop();
    await Promise.all(buses.map((bus) => bus.close()));
    await nats.stop();
  });
  const send = (...commands: unknown[]) => socket.send(JSON.stringify(commands));

  it('logs in, places an order and hears of it', async () => {
    owners.answer(accountCommands.placeOrder, ({ origin }) => {
      owners.notify(addressOf(ALICE), [orderFact(3), balanceFact('4')], origin as Origin);
      return { accountSeq: 1, orderId: 3 };
    });
    send(await signedLogin(ALICE, 1), await signedOrder(ALICE, { rid: 2 }));
    expect((await received(6)).map(([, event, , rid]) => [event, rid])).toEqual([
      ...[
        ['auth', 1],
        ['bs', 1],
        ['les', 1],
        ['ft', 1],
      ],
      ...[
        ['o', 2],
        ['b', 2],
      ],
    ]);
  });

  it('shows the book and its changes', async () => {
    send({ c: 'subscribe', markets: ['ETHDAI'], events: ['book20d5'] });
    expect(await received(1)).toEqual([['ETHDAI', 'obs', []]]);
    await owners.report(levelEvent(480_001, '7'));
    expect(await received(1)).toEqual([['ETHDAI', 'ob', [0, '30.001', '7', 1]]]);
  });

  it('goes on after the broker lost everything', async () => {
    await nats.restart({ wipe: true });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await owners.engine.lastLogSeq('MARKET', 'market.v1.ETHDAI');
    await owners.report(levelEvent(480_001, '9'));
    expect(await received(1)).toEqual([['ETHDAI', 'ob', [0, '30.001', '9', 1]]]);
    owners.notify(addressOf(ALICE), [balanceFact('5')]);
    expect(await received(1)).toEqual([[0, 'b', ['ETH', '5', '5', '0']]]);
  });

  it('sends its clients away when it stops', async () => {
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const stopped = service.stop();
    expect((await received(1))[0]?.slice(0, 2)).toEqual([0, 'rc']);
    expect(await closed).toBe(1012);
    await stopped;
  });
});
