import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KeptLog, startNats, TEST_PASSWORD, type TestNats } from '@exchange/test/kit';
import { connect, jwtAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import { createUser, type KeyPair } from '@nats-io/nkeys';
import { LOGS, NOTICES, REQUESTS } from '../catalogue';
import { LogMismatchError } from '../ports';
import { RELAYS } from './log-relay';
import { connectNats, type NatsBus } from './nats-bus';
import {
  brokerLogin,
  type BrokerRole,
  type ConnectionUse,
  EXCHANGE_ACCOUNT,
  inboxOf,
  isOneOfMany,
  nameOf,
  signingKey,
  userClaims,
} from './identity';
import { STREAM_SUBJECTS } from './streams';

const OWNERS = [
  'account-service',
  'matching-engine',
  'market-data',
  'chain-watcher',
  'settlement-service',
  'attester',
  'solvency',
] as const;
/** Processes: of the gateways there may be any number. */
const USERS: {
  name: string;
  service: (typeof OWNERS)[number] | 'operator-gateway' | 'rest-gateway' | 'ws-gateway';
}[] = [
  ...OWNERS.map((service) => ({ name: service, service })),
  { name: 'operator-gateway', service: 'operator-gateway' },
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

const partOf = (token: string, part: number): string =>
  Buffer.from(token.split('.')[part] ?? '', 'base64url').toString();

/** The same header and other claims, signed by whoever has the key. */
function signedAgain(claims: object, signer: KeyPair): string {
  const [header = ''] = userClaims(signer, signer.getPublicKey(), 'x', EXCHANGE_ACCOUNT).split('.');
  const body = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${body}.${Buffer.from(signer.sign(Buffer.from(body))).toString('base64url')}`;
}

describe('the permissions of the broker', () => {
  let nats: TestNats;
  const buses = new Map<string, NatsBus>();
  const connections = new Map<string, NatsConnection>();
  const log = new KeptLog();

  const roleOf = (user: string): BrokerRole =>
    USERS.find(({ name }) => name === user)?.service ?? 'operator-gateway';

  const bus = async (user: string): Promise<NatsBus> => {
    const known = buses.get(user);
    if (known) return known;
    const made = await connectNats({ url: nats.url, user: roleOf(user), password: TEST_PASSWORD, log });
    buses.set(user, made);
    return made;
  };
  /** The name under which it sends: that of a gateway's process is its own key. */
  const senderOf = async (user: string) => (await bus(user)).sender;

  /** A plain client of a user who means harm; another process than that of its bus. */
  const intruder = async (user: string, use: ConnectionUse) => {
    const known = connections.get(`${user} ${use}`);
    if (known) return known;
    const { name, authenticator } = brokerLogin(roleOf(user), use, TEST_PASSWORD);
    const connection = await connect({ servers: nats.url, authenticator, inboxPrefix: inboxOf(name) });
    connections.set(`${user} ${use}`, connection);
    return connection;
  };

  const refused = async (user: string, subject: string, use: ConnectionUse = 'own') => {
    const connection = await intruder(user, use);
    const sent = connection.request(subject, body, { timeout: 1_000 });
    await expect(sent).rejects.toThrow(/permission/i);
  };

  const deaf = async (user: string, subject: string, use: ConnectionUse = 'own') => {
    const connection = await intruder(user, use);
    const failure = new Promise<Error | null>((resolve) => {
      connection.subscribe(subject, { callback: (error) => resolve(error) });
    });
    expect(String(await failure)).toMatch(/permission/i);
  };

  beforeAll(async () => {
    nats = await startNats();
  });
  afterAll(async () => {
    await Promise.all([...buses.values()].map((made) => made.close()));
    await Promise.all([...connections.values()].map((connection) => connection.close()));
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
  });

  it('let every owner answer every sender', async () => {
    for (const { pattern: asked, owner, senders } of REQUESTS) {
      const answering = USERS.find(({ service: kind }) => kind === owner)?.name ?? owner;
      const pattern = isOneOfMany(owner) ? asked.replace('*', await senderOf(answering)) : asked;
      const service = await (await bus(answering)).serve(pattern, (request) => request.respond(request.data));
      for (const { name } of USERS.filter(({ service: kind }) => senders.includes(kind))) {
        const subject = subjectOf(pattern, await senderOf(name));
        expect((await (await bus(name)).request(subject, body, 2_000)).length).toBe(2);
      }
      await service.stop();
    }
  });

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
  });

  it('let nobody write the log of another', async () => {
    for (const { pattern, writer } of LOGS) {
      for (const { name } of USERS.filter(({ service }) => service !== writer)) {
        await refused(name, subjectOf(pattern));
      }
      await refused(writer, subjectOf(pattern), 'logs');
    }
  });

  it('let no gateway send in the name of another, and nobody send what others may', async () => {
    await refused('ws-1', `account.v1.cmd.0.${await senderOf('ws-2')}.place-order`);
    await refused('ws-1', 'account.v1.cmd.0.ws-gateway.place-order');
    await refused('ws-1', 'account.v1.cmd.0.operator.list-token');
    await refused('ws-1', `account.v1.cmd.0.${await senderOf('ws-1')}.list-token`);
    await refused('rest-1', `account.v1.cmd.0.${await senderOf('rest-1')}.place-order`);
    await refused('operator-gateway', 'account.v1.cmd.0.operator.place-order');
    await refused('matching-engine', 'account.v1.cmd.0.matching-engine.place-order');
    await refused('ws-1', `ws-gateway.v1.cmd.${await senderOf('ws-2')}.operator-gateway.drain-gateway`);
    await refused('ws-1', `rest-gateway.v1.cmd.${await senderOf('rest-1')}.operator-gateway.drain-gateway`);
    await refused('rest-1', `engine.v1.cmd.main.operator-gateway.move-market`);
    await refused('account-service', 'engine.v1.cmd.main.operator-gateway.move-market');
    await refused('account-service', 'engine.v1.cmd.main.a.operator-gateway.drain-engine');
    await refused('matching-engine', 'engine.v1.cmd.main.a.matching-engine.drain-engine');
    await refused('ws-2', 'engine.v1.query.operator-gateway.operator-heads');
    await refused('matching-engine', 'engine.v1.cmd.main.matching-engine.move-market');
  });

  it('let nobody in who has no key, another’s, or more rights than its role', async () => {
    const mine = createUser();
    const own = signingKey('ws-gateway', 'own', TEST_PASSWORD);
    const claims = (subject: string, signer = own) =>
      userClaims(signer, subject, 'ws-gateway', EXCHANGE_ACCOUNT);
    const wider = { ...JSON.parse(partOf(claims(mine.getPublicKey()), 1)) } as { nats: object };
    const logins = {
      'no key': undefined,
      'a password': { user: 'ws-gateway', pass: TEST_PASSWORD },
      'the name of another process': claims(await senderOf('ws-2')),
      'a key of its own making': claims(mine.getPublicKey(), signingKey('ws-gateway', 'own', 'guessed')),
      'rights of its own making': signedAgain(
        { ...wider, nats: { ...wider.nats, pub: { allow: ['>'] } } },
        own,
      ),
    };
    for (const [what, login] of Object.entries(logins)) {
      const authenticator = typeof login === 'string' ? jwtAuthenticator(login, mine.getSeed()) : undefined;
      const options = { servers: nats.url, ...(typeof login === 'object' ? login : {}), reconnect: false };
      const entered = connect({ ...options, ...(authenticator ? { authenticator } : {}) });
      expect([what, await entered.then(() => 'in', String)]).toEqual([
        what,
        expect.stringMatching(/authorization violation/i),
      ]);
    }
  });

  it('let no service create, change, purge or delete a stream', async () => {
    for (const { name } of USERS) {
      for (const action of ['CREATE', 'UPDATE', 'PURGE', 'DELETE', 'MSG.DELETE', 'SNAPSHOT']) {
        await refused(name, `$JS.API.STREAM.${action}.LEDGER`);
      }
    }
  });

  it('let nobody listen to commands, notices or inboxes that are not theirs', async () => {
    await deaf('ws-1', 'account.v1.cmd.*.*.place-order');
    await deaf('ws-1', `${inboxOf(await senderOf('ws-2'))}.>`);
    await deaf('ws-1', `${inboxOf(await senderOf('ws-2'))}.>`, 'logs');
    await deaf('ws-1', `${inboxOf('account-service')}.>`);
    await deaf('ws-1', '_INBOX.*.>');
    await deaf('market-data', `${inboxOf(nameOf('market-data', 'logs'))}.>`);
    await deaf('account-service', 'account.v1.cmd.*.*.place-order', 'logs');
    await deaf('rest-1', 'account.v1.notice.*');
    await deaf('ws-1', `ws-gateway.v1.cmd.${await senderOf('ws-2')}.*.*`);
    await deaf('ws-1', 'ws-gateway.v1.cmd.*.*.drain-gateway');
    await deaf('ws-1', 'engine.v1.cmd.*.*.*');
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
      for (const use of ['own', 'logs'] as const) {
        for (const action of asked) await refused(name, `$JS.API.${action}`, use);
      }
    }
  }, 120_000);

  it('let nobody publish or listen to a relay that is not theirs', async () => {
    for (const { subject } of RELAYS) for (const { name } of USERS) await refused(name, subject);
    await deaf('ws-1', 'live.ledger.v1.settle.all', 'logs');
    await deaf('ws-1', 'live.market.v1.all');
    await deaf('rest-1', 'live.>', 'logs');
  });

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
