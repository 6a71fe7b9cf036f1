import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { encodeJson } from '@exchange/contract/bus';
import { KeptLog, startNats, TEST_PASSWORD, type TestNats } from '@exchange/test/kit';
import { NoReplyError, UnavailableError } from '../ports';
import { systemClock } from '../system-clock';
import type { BrokerRole } from './identity';
import { connectNats, type NatsBus } from './nats-bus';

/** What every way over the bus must end in. */
const BUS_MS_MAX = 5_000;

/** How a promise ended, and after how long. */
async function ending(work: Promise<unknown>): Promise<{ with: string; ms: number }> {
  const began = systemClock.steady();
  const how = await work.then(
    () => 'success',
    (error: unknown) => (error instanceof Error ? error.name : String(error)),
  );
  return { with: how, ms: systemClock.steady() - began };
}

describe('a broker that fails', () => {
  let nats: TestNats;
  let gateway: NatsBus;
  let owner: NatsBus;
  const data = encodeJson({});
  const ask = () => gateway.request(`account.v1.cmd.0.${gateway.sender}.place-order`, data, BUS_MS_MAX - 500);
  const hears = async () => {
    while (gateway.silentMs > 1_500 || (await ending(ask())).with !== 'success') await systemClock.sleep(50);
  };

  beforeAll(async () => {
    nats = await startNats();
    const connect = (user: BrokerRole) =>
      connectNats({ url: nats.url, user, password: TEST_PASSWORD, log: new KeptLog() });
    [gateway, owner] = await Promise.all([connect('ws-gateway'), connect('account-service')]);
    await owner.serve('account.v1.cmd.*.*.place-order', ({ respond }) => respond(data));
  });
  afterEach(async () => {
    nats.thaw();
    await hears();
  });
  afterAll(async () => {
    await Promise.all([gateway.close(), owner.close()]);
    await nats.stop();
  });

  it('lets everything end in time while it is frozen, is noticed, and serves again when it thaws', async () => {
    nats.freeze();
    // On a busy machine it takes a moment until the last thread of the server has stopped.
    await systemClock.sleep(300);
    const before = [ending(ask()), ending(gateway.subscribe('account.v1.notice.*', () => undefined))];
    const [asked, followed] = await Promise.all(before);
    expect(asked?.with).toBe(NoReplyError.name);
    expect(followed?.with).toBe(UnavailableError.name);
    for (const ended of [asked, followed]) expect(ended?.ms).toBeLessThan(BUS_MS_MAX);
    expect(gateway.silentMs).toBeGreaterThan(3_000);
    // Noticed by now: nothing is sent any more, so nothing was done.
    const later = await ending(ask());
    expect(later).toMatchObject({ with: UnavailableError.name });
    expect(later.ms).toBeLessThan(100);
    nats.thaw();
    const back = await ending(hears());
    expect(back.ms).toBeLessThan(5_000);
  });

  it('lets requests under way end when it is killed and wiped, and goes on by itself', async () => {
    await owner.publishLog('LEDGER', 'ledger.v1.listing', [{ seq: 1, data }]);
    nats.freeze();
    await systemClock.sleep(50);
    const asked = ending(ask());
    await systemClock.sleep(50);
    await nats.restart({ wipe: true });
    expect(await asked).toMatchObject({ with: NoReplyError.name });
    await hears();
    expect(await owner.lastLogSeq('LEDGER', 'ledger.v1.listing')).toBe(0);
  });
});
