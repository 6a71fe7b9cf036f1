import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountCommands, type RequestOf } from '@exchange/contract/bus';
import { partitionOf } from '@exchange/core/kernel';
import type { Origin } from '@exchange/core/message';
import { parseSignature } from '@exchange/core/order';
import { connectNats, type NatsBus, Requester } from '@exchange/platform';
import { KeptLog, startNats, TEST_PASSWORD, type TestNats } from '@exchange/test/kit';
import { AccountWorld, alice, aliceAddress } from '../../test/account-world.fixture';

const partition = partitionOf(aliceAddress);
const FIRST: Origin = { gateway: 'ws-1', connection: 7, command: 1 };

// One gateway was taken over: it has its own credentials for the broker, and a grant of another's connection.
describe('a gateway that has the grant of another gateway’s connection', () => {
  let nats: TestNats;
  let world: AccountWorld;
  let grant: string;
  const log = new KeptLog();
  const buses: NatsBus[] = [];

  const bus = async (user: string): Promise<NatsBus> => {
    const made = await connectNats({ url: nats.url, user, password: TEST_PASSWORD, log });
    buses.push(made);
    return made;
  };
  let gateways: Record<'ws-1' | 'ws-2', Requester>;

  async function loginRequest(origin: Origin, nonce: number) {
    const message = `Log in with nonce ${nonce}`;
    const signature = parseSignature(await alice.signMessage(message));
    if (!signature.ok) throw new Error(signature.message);
    const { deadline } = world;
    const signed = { message, nonce, signature: signature.value, byDelegate: false };
    return { origin, deadline, account: aliceAddress, ...signed };
  }
  const cancel = (by: 'ws-1' | 'ws-2', origin: Origin, token = grant, sender: string = by) => {
    const request: RequestOf<typeof accountCommands.cancelOrders> = {
      ...{ grant: token, origin, deadline: world.deadline },
    };
    return gateways[by].ask(accountCommands.cancelOrders, [partition, sender], request, 2_000);
  };

  beforeAll(async () => {
    nats = await startNats([
      { name: 'account-service', service: 'account-service' },
      { name: 'ws-1', service: 'ws-gateway' },
      { name: 'ws-2', service: 'ws-gateway' },
    ]);
    world = await AccountWorld.on(await bus('account-service'));
    gateways = { 'ws-1': new Requester(await bus('ws-1')), 'ws-2': new Requester(await bus('ws-2')) };
    const login = await gateways['ws-1'].ask(
      accountCommands.authenticate,
      [partition, 'ws-1'],
      await loginRequest(FIRST, 5),
      2_000,
    );
    if (!login.ok) throw new Error(login.message);
    grant = login.value.grant;
  }, 60_000);

  afterAll(async () => {
    await world.stop();
    await Promise.all(buses.map((made) => made.close()));
    await nats.stop();
    expect(world.fatal).toEqual([]);
  });

  it('can not use it, while the connection that it was given to can', async () => {
    expect(await cancel('ws-1', FIRST)).toMatchObject({ ok: true });
    const refused = { ok: false, code: 'INVALID_GRANT' };
    expect(await cancel('ws-2', FIRST)).toMatchObject(refused);
    expect(await cancel('ws-2', { ...FIRST, gateway: 'ws-2' })).toMatchObject(refused);
    expect(await cancel('ws-1', { ...FIRST, connection: 8 })).toMatchObject(refused);
  });

  it('is not let through by the broker in the other’s name', async () => {
    await expect(cancel('ws-2', FIRST, grant, 'ws-1')).rejects.toThrow(/permissions violation/i);
  });

  it('can not make a grant of its own', async () => {
    const [body = '', code = ''] = grant.split('.');
    const forged = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
    const mine = Buffer.from(JSON.stringify({ ...forged, gateway: 'ws-2' })).toString('base64url');
    const origin = { ...FIRST, gateway: 'ws-2' };
    for (const token of [`${mine}.${code}`, `${mine}.`, mine, '', `${grant}.x`]) {
      expect(await cancel('ws-2', origin, token)).toMatchObject({ code: 'INVALID_GRANT' });
    }
  });

  it('can not log in for a connection of the other, nor with its used message', async () => {
    const ask = (request: Awaited<ReturnType<typeof loginRequest>>) =>
      gateways['ws-2'].ask(accountCommands.authenticate, [partition, 'ws-2'], request, 2_000);
    expect(await ask(await loginRequest(FIRST, 6))).toMatchObject({ code: 'INVALID_GRANT' });
    const origin = { ...FIRST, gateway: 'ws-2' };
    expect(await ask(await loginRequest(origin, 5))).toMatchObject({ code: 'MESSAGE_REUSED' });
  });
});
