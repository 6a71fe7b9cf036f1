import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tokenSupply } from '@exchange/contract/bus';
import { present } from '@exchange/core/kernel';
import { KeptLog, startNats, TEST_PASSWORD, type TestNats } from '@exchange/test/kit';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { brokerLogin, type BrokerRole, type ConnectionUse, inboxOf } from './identity';
import { connectNats, type NatsBus } from './nats-bus';

const SUBJECT = 'market.v1.ETHDAI';
const entry = (seq: number) => ({ seq, data: Buffer.from(String(seq)) });

describe('what a user of the broker lets others send for it', () => {
  const log = new KeptLog();
  let nats: TestNats;
  let engine: NatsBus;
  let account: NatsBus;
  let watcher: NatsConnection;
  let gateway: NatsConnection;
  let gatewayName: string;
  let gatewayLogs: NatsConnection;

  beforeAll(async () => {
    nats = await startNats();
    const { url } = nats;
    const bus = (user: BrokerRole) => connectNats({ url, user, password: TEST_PASSWORD, log });
    const plain = (role: BrokerRole, use: ConnectionUse) => {
      const { name, authenticator } = brokerLogin(role, use, TEST_PASSWORD);
      if (use === 'own') gatewayName = name;
      return connect({ servers: url, authenticator, inboxPrefix: inboxOf(name) });
    };
    [engine, account] = [await bus('matching-engine'), await bus('account-service')];
    watcher = await plain('chain-watcher', 'own');
    [gateway, gatewayLogs] = [await plain('ws-gateway', 'own'), await plain('ws-gateway', 'logs')];
  });
  afterAll(async () => {
    await Promise.all(
      [engine, account, watcher, gateway, gatewayLogs].map((connection) => connection.close()),
    );
    await nats.stop();
  });

  /** The broker's own answer, sent into a log, or to those who hear notices. */
  const storeAnswer = async (reply = SUBJECT) => {
    gatewayLogs.publish('$JS.API.STREAM.INFO.MARKET', '', { reply });
    await gatewayLogs.request('$JS.API.STREAM.INFO.MARKET', '');
  };

  it('is no answer of a service to anywhere but the inbox of the sender', async () => {
    const served: string[] = [];
    const service = await account.serve('account.v1.cmd.*.*.place-order', ({ data, respond }) => {
      served.push(Buffer.from(data).toString());
      respond(data);
    });
    const REQUEST = `account.v1.cmd.0.${gatewayName}.place-order`;
    const inboxes = [`${inboxOf('ws-2')}.a`, `${inboxOf(gatewayName)}x`];
    for (const reply of [SUBJECT, 'ledger.v1.listing', ...inboxes]) {
      gateway.publish(REQUEST, 'into another subject', { reply });
    }
    gateway.publish(REQUEST, 'without a reply');
    await gateway.request(REQUEST, 'right');
    expect(served).toEqual(['right']);
    expect(await engine.lastLogSeq('MARKET', SUBJECT)).toBe(0);
    await service.stop();
  });

  it('ends neither the writer nor the readers of the log where it is stored', async () => {
    await engine.publishLog('MARKET', SUBJECT, [entry(1)]);
    await storeAnswer();
    await engine.publishLog('MARKET', SUBJECT, [entry(2)]);
    await storeAnswer();
    expect(await engine.lastLogSeq('MARKET', SUBJECT)).toBe(2);
    const seen: number[] = [];
    const reader = await account.readLog(
      'MARKET',
      'market.v1.*',
      new Map(),
      ({ seq }) => void seen.push(seq),
    );
    await reader.caughtUp();
    await storeAnswer();
    await engine.publishLog('MARKET', SUBJECT, [entry(3)]);
    while (seen.length < 3) await reader.caughtUp();
    expect(seen).toEqual([1, 2, 3]);
    expect(log.of('error').length).toBeGreaterThanOrEqual(3);
    await reader.stop();
  });

  it('ends nobody who takes it for a notice', async () => {
    const subject = tokenSupply.subject(1);
    const supply = present(tokenSupply.examples[0], 'example');
    const heard: unknown[] = [];
    const hear = (_: string, data: Uint8Array) => void heard.push(tokenSupply.decode(data));
    const subscription = await account.subscribe(tokenSupply.pattern, hear);
    await storeAnswer(subject);
    watcher.publish(subject, tokenSupply.encode(supply));
    while (heard.length === 0) await watcher.flush();
    expect(heard).toEqual([supply]);
    expect(log.of('error').at(-1)?.fields).toMatchObject({ subject });
    await subscription.stop();
  });
});
