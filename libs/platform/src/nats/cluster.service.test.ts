import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KeptLog, startNats, TEST_PASSWORD, type TestNats } from '@exchange/test/kit';
import { connect } from '@nats-io/transport-node';
import { brokerLogin, inboxOf } from './identity';
import { connectNats, type NatsBus } from './nats-bus';
import { createStreams } from './streams';

const body = Buffer.from('{}');
const SUBJECT = 'market.v1.ETHDAI';

describe('three servers as one broker', () => {
  let nats: TestNats;
  let account: NatsBus;
  let engine: NatsBus;
  let gateways: readonly [NatsBus, NatsBus];
  const log = new KeptLog();

  beforeAll(async () => {
    nats = await startNats({ servers: 3 });
    const [first, second, third] = nats.urls;
    // Each first at another server.
    const at = (own = '') => [own, ...nats.urls.filter((url) => url !== own)].join();
    const login = { password: TEST_PASSWORD, log };
    account = await connectNats({ ...login, url: at(first), user: 'account-service' });
    engine = await connectNats({ ...login, url: at(second), user: 'matching-engine' });
    gateways = [
      await connectNats({ ...login, url: at(second), user: 'ws-gateway' }),
      await connectNats({ ...login, url: at(third), user: 'ws-gateway' }),
    ];
  }, 90_000);
  afterAll(async () => {
    await Promise.all([account, engine, ...(gateways ?? [])].map((bus) => bus?.close()));
    await nats?.stop();
  });

  const order = (sender: string) => `account.v1.cmd.0.${sender}.place-order`;

  it('let processes of gateways that nobody knew before ask, each under its own name', async () => {
    const service = await account.serve('account.v1.cmd.*.*.place-order', ({ subject, respond }) =>
      respond(Buffer.from(subject)),
    );
    for (const { sender, ...gateway } of gateways.map((bus) => ({ sender: bus.sender, bus }))) {
      const answer = await gateway.bus.request(order(sender), body, 5_000);
      expect(Buffer.from(answer).toString()).toBe(order(sender));
    }
    const [one, other] = gateways;
    expect(one.sender).not.toBe(other.sender);
    await expect(one.request(order(other.sender), body, 2_000)).rejects.toThrow(/permissions violation/i);
    const { name, authenticator } = brokerLogin('ws-gateway', 'own', TEST_PASSWORD);
    const intruder = await connect({
      servers: nats.urls[0] ?? '',
      authenticator,
      inboxPrefix: inboxOf(name),
    });
    const failure = new Promise<unknown>((resolve) => {
      intruder.subscribe(`${inboxOf(other.sender)}.>`, { callback: (error) => resolve(error) });
    });
    expect(String(await failure)).toMatch(/permissions violation/i);
    await intruder.close();
    await service.stop();
  });

  it('store a log on all of them, and go on with two', async () => {
    await engine.publishLog('MARKET', SUBJECT, [{ seq: 1, data: body }]);
    await nats.killServer(1);
    const until = Date.now() + 20_000;
    for (;;) {
      try {
        expect(await engine.lastLogSeq('MARKET', SUBJECT)).toBe(1);
        await engine.publishLog('MARKET', SUBJECT, [{ seq: 2, data: body }]);
        break;
      } catch (error) {
        if (Date.now() > until) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
    const seen: number[] = [];
    const reader = await account.readLog('MARKET', SUBJECT, new Map(), ({ seq }) => void seen.push(seq));
    await reader.caughtUp();
    await reader.stop();
    expect(seen).toEqual([1, 2]);
  });

  it('get their streams as soon as they have a leader', async () => {
    await nats.killServer(0);
    const created = createStreams({ url: nats.url, password: TEST_PASSWORD, replicas: 3 });
    // Longer than one request for the account's limits waits.
    const waited = new Promise((resolve) => setTimeout(resolve, 5_500, 'waits'));
    expect(await Promise.race([created, waited])).toBe('waits');
    nats.startServer(0);
    nats.startServer(1);
    await created;
  });
});
