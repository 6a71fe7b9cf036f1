import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ServiceName } from '@exchange/contract/bus';
import { KeptLog, startNats, TEST_PASSWORD, type TestNats } from '@exchange/test/kit';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { LOGS, NOTICES, REQUESTS } from '../catalogue';
import { LogMismatchError } from '../ports';
import { RELAYS } from './log-relay';
import { connectNats, type NatsBus } from './nats-bus';
import { inboxOf, readerOf } from './nats-connection';
import { STREAM_SUBJECTS } from './streams';

const OWNERS = [
  'account-service',
  'matching-engine',
  'market-data',
  'chain-watcher',
  'settlement-service',
] as const;
const USERS: { name: string; service: ServiceName }[] = [
  ...OWNERS.map((service) => ({ name: service, service })),
  { name: 'operator', service: 'operator' },
  { name: 'rest-1', service: 'rest-gateway' },
  { name: 'ws-1', service: 'ws-gateway' },
  { name: 'ws-2', service: 'ws-gateway' },
];
const body = Buffer.from('{}');

/** The pattern with the sender in its place, and something in the others. */
const subjectOf = (pattern: string, sender = 'x') => {
  const tokens = pattern.split('.').map((token) => (token === '*' ? '0' : token));
  if (pattern.includes('.cmd.') || pattern.includes('.query.')) tokens[tokens.length - 2] = sender;
  return tokens.join('.');
};

describe('the permissions of the broker', () => {
  let nats: TestNats;
  const buses = new Map<string, NatsBus>();
  const connections: NatsConnection[] = [];
  const log = new KeptLog();

  const bus = async (user: string): Promise<NatsBus> => {
    const known = buses.get(user);
    if (known) return known;
    const made = await connectNats({ url: nats.url, user, password: TEST_PASSWORD, log });
    buses.set(user, made);
    return made;
  };

  /** A plain client of a user who means harm. */
  const intruder = async (user: string) => {
    const login = { servers: nats.url, user, pass: TEST_PASSWORD, inboxPrefix: inboxOf(user) };
    const connection = await connect(login);
    connections.push(connection);
    return connection;
  };

  const refused = async (user: string, subject: string) => {
    const connection = await intruder(user);
    const sent = connection.request(subject, body, { timeout: 1_000 });
    await expect(sent).rejects.toThrow(/permission/i);
  };

  const deaf = async (user: string, subject: string) => {
    const connection = await intruder(user);
    const failure = new Promise<Error | null>((resolve) => {
      connection.subscribe(subject, { callback: (error) => resolve(error) });
    });
    expect(String(await failure)).toMatch(/permission/i);
  };

  beforeAll(async () => {
    nats = await startNats(USERS);
  }, 60_000);
  afterAll(async () => {
    await Promise.all([...buses.values()].map((made) => made.close()));
    await Promise.all(connections.map((connection) => connection.close()));
    await nats.stop();
  });

  it('let every writer write its logs, and every reader read them', async () => {
    for (const { pattern, stream, writer, readers } of LOGS) {
      const subject = subjectOf(pattern);
      const name = stream as keyof typeof STREAM_SUBJECTS;
      await (await bus(writer)).publishLog(name, subject, [{ seq: 1, data: body }]);
      for (const { name: user } of USERS.filter(({ service }) => readers.includes(service))) {
        const seen: string[] = [];
        const onEntry = (entry: { subject: string }) => void seen.push(entry.subject);
        const reader = await (await bus(user)).readLog(name, pattern, new Map(), onEntry);
        await reader.caughtUp();
        await reader.stop();
        expect([user, ...seen]).toEqual([user, subject]);
      }
    }
  }, 60_000);

  it('let every owner answer every sender', async () => {
    for (const { pattern, owner, senders } of REQUESTS) {
      const service = await (await bus(owner)).serve(pattern, (request) => request.respond(request.data));
      for (const { name } of USERS.filter(({ service: kind }) => senders.includes(kind))) {
        expect((await (await bus(name)).request(subjectOf(pattern, name), body, 2_000)).length).toBe(2);
      }
      await service.stop();
    }
  }, 60_000);

  it('let every notice pass from its writer to its readers', async () => {
    for (const { pattern, writer, readers } of NOTICES) {
      const subject = subjectOf(pattern);
      for (const { name } of USERS.filter(({ service }) => readers.includes(service))) {
        const heard = new Promise<string>((resolve) => {
          void bus(name)
            .then((made) => made.subscribe(pattern, resolve))
            .then(async () => {
              for (const { name: from } of USERS.filter(({ service }) => service === writer)) {
                (await bus(from)).publish(subject, body);
              }
            });
        });
        expect(await heard).toBe(subject);
      }
    }
    expect(log.of('error')).toEqual([]);
  }, 60_000);

  it('let nobody write the log of another', async () => {
    for (const { pattern, writer } of LOGS) {
      for (const { name } of USERS.filter(({ service }) => service !== writer)) {
        await refused(name, subjectOf(pattern));
      }
      await refused(readerOf(writer), subjectOf(pattern));
    }
  }, 60_000);

  it('let no gateway send in the name of another, and nobody send what others may', async () => {
    await refused('ws-1', 'account.v1.cmd.0.ws-2.place-order');
    await refused('ws-1', 'account.v1.cmd.0.operator.list-token');
    await refused('ws-1', 'account.v1.cmd.0.ws-1.list-token');
    await refused('rest-1', 'account.v1.cmd.0.rest-1.place-order');
    await refused('operator', 'account.v1.cmd.0.operator.place-order');
    await refused('matching-engine', 'account.v1.cmd.0.matching-engine.place-order');
  });

  it('let no service create, change, purge or delete a stream', async () => {
    for (const { name } of USERS) {
      for (const action of ['CREATE', 'UPDATE', 'PURGE', 'DELETE', 'MSG.DELETE', 'SNAPSHOT']) {
        await refused(name, `$JS.API.STREAM.${action}.LEDGER`);
      }
    }
  }, 60_000);

  it('let nobody listen to commands, notices or inboxes that are not theirs', async () => {
    await deaf('ws-1', 'account.v1.cmd.*.*.place-order');
    await deaf('ws-1', `${inboxOf('ws-2')}.>`);
    await deaf('ws-1', `${inboxOf('account-service')}.>`);
    await deaf('ws-1', `${inboxOf(readerOf('ws-1'))}.>`);
    await deaf(readerOf('ws-1'), `${inboxOf(readerOf('ws-2'))}.>`);
    await deaf(readerOf('account-service'), 'account.v1.cmd.*.*.place-order');
    await deaf('rest-1', 'account.v1.notice.*');
    await deaf('market-data', '>');
  });

  it('let no service create, ask or delete a consumer, which might deliver anywhere', async () => {
    const actions = (stream: string) => [
      ...[`CONSUMER.CREATE.${stream}`, `CONSUMER.DURABLE.CREATE.${stream}.mine`],
      ...[`CONSUMER.MSG.NEXT.${stream}.mine`, `CONSUMER.DELETE.${stream}.mine`],
    ];
    const filtered = LOGS.map(({ stream, pattern }) => `CONSUMER.CREATE.${stream}.mine.${pattern}`);
    const asked = [...Object.keys(STREAM_SUBJECTS).flatMap(actions), ...filtered, 'DIRECT.GET.LEDGER'];
    for (const { name } of USERS) {
      for (const user of [name, readerOf(name)]) {
        for (const action of asked) await refused(user, `$JS.API.${action}`);
      }
    }
  }, 120_000);

  it('let nobody publish or listen to a relay that is not theirs', async () => {
    for (const { subject } of RELAYS) for (const { name } of USERS) await refused(name, subject);
    await deaf(readerOf('ws-1'), 'live.ledger.v1.settle.all');
    await deaf('ws-1', 'live.market.v1.all');
    await deaf(readerOf('rest-1'), 'live.>');
  }, 60_000);

  it('fence a second process of the same writer', async () => {
    const second = await connectNats({ url: nats.url, user: 'chain-watcher', password: TEST_PASSWORD, log });
    buses.set('second', second);
    const first = await bus('chain-watcher');
    const subject = 'chain.v1.fenced';
    await first.publishLog('CHAIN', subject, [{ seq: 1, data: body }]);
    await second.publishLog('CHAIN', subject, [{ seq: 2, data: body }]);
    await expect(first.publishLog('CHAIN', subject, [{ seq: 2, data: body }])).rejects.toThrow(
      LogMismatchError,
    );
  });
});
