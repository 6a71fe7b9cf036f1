import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KeptLog, startNats, TEST_PASSWORD, type TestNats } from '@exchange/test/kit';
import { connect, headers } from '@nats-io/transport-node';
import { brokerLogin, type BrokerRole } from './identity';
import { connectNats, type NatsBus } from './nats-bus';
import { ASKED_MAX } from './nats-log-reader';

const STORED = 30_000;
const SUBJECT = 'market.v1.LONG';
const OTHER = 'market.v1.OTHER';

describe('a log that is read from its start', () => {
  let nats: TestNats;
  let engine: NatsBus;
  let account: NatsBus;

  beforeAll(async () => {
    nats = await startNats();
    const log = new KeptLog();
    const login = (user: BrokerRole) => ({ url: nats.url, user, password: TEST_PASSWORD, log });
    engine = await connectNats(login('matching-engine'));
    account = await connectNats(login('account-service'));
    const { authenticator } = brokerLogin('administrator', 'own', TEST_PASSWORD);
    const filler = await connect({ servers: nats.url, authenticator });
    for (let seq = 1; seq <= STORED; seq += 1) {
      const stamped = headers();
      stamped.set('X-Seq', String(seq));
      filler.publish(SUBJECT, new Uint8Array(64), { headers: stamped });
      if (seq % 5_000 === 0) await filler.flush();
    }
    await filler.close();
    while ((await engine.lastLogSeq('MARKET', SUBJECT)) < STORED) continue;
  });
  afterAll(async () => {
    await Promise.all([engine.close(), account.close()]);
    await nats.stop();
  });

  it('leaves the broker free to store what is published meanwhile', async () => {
    // A service that answers requests: the broker keeps in mind what such a user may answer.
    await account.serve('account.v1.cmd.*.*.place-order', () => undefined);
    let read = 0;
    let stored = 0;
    const all = new Promise<void>((resolve) => {
      void account.readLog('MARKET', SUBJECT, new Map(), () => {
        read += 1;
        if (read === STORED) resolve();
      });
    });
    // Each throws UnavailableError when its acknowledgement doesn't come.
    do {
      stored += 1;
      await engine.publishLog('MARKET', OTHER, [{ seq: stored, data: new Uint8Array(64) }]);
    } while (read < STORED);
    await all;
    // The reader asks for so many at once, and the writer waits for no more of them than that.
    expect(stored).toBeGreaterThan(STORED / (2 * ASKED_MAX));
    expect(await engine.lastLogSeq('MARKET', OTHER)).toBe(stored);
  });
});
