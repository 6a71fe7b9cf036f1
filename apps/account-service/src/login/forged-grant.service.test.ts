import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountCommands, type RequestOf } from '@exchange/contract/bus';
import { partitionOf } from '@exchange/core/kernel';
import type { Origin } from '@exchange/core/message';
import { parseSignature } from '@exchange/core/order';
import { type BrokerRole, connectNats, type NatsBus, Requester } from '@exchange/platform';
import { KeptLog, startNats, TEST_PASSWORD, type TestNats } from '@exchange/test/kit';
import { AccountWorld, alice, aliceAddress } from '../../test/account-world.fixture';

const partition = partitionOf(aliceAddress);

// One gateway was taken over: it has its own credentials for the broker, and a grant of another's connection.
describe('a gateway that has the grant of another gateway’s connection', () => {
  let nats: TestNats;
  let world: AccountWorld;
  let grant: string;
  const log = new KeptLog();
  const buses: NatsBus[] = [];

  const bus = async (user: BrokerRole): Promise<NatsBus> => {
    const made = await connectNats({ url: nats.url, user, password: TEST_PASSWORD, log });
    buses.push(made);
    return made;
  };
  let gateways: Record<'one' | 'two', { readonly name: string; readonly requester: Requester }>;
  let first: Origin;

  const gateway = async () => {
    const made = await bus('ws-gateway');
    return { name: made.sender, requester: new Requester(made) };
  };

  async function loginRequest(origin: Origin, nonce: number) {
    const message = `Log in with nonce ${nonce}`;
    const signature = parseSignature(await alice.signMessage(message));
    if (!signature.ok) throw new Error(signature.message);
    const { deadline } = world;
    const signed = { message, nonce, signature: signature.value, byDelegate: false };
    return { origin, deadline, account: aliceAddress, ...signed };
  }
  const cancel = (by: 'one' | 'two', origin: Origin, token = grant, sender = gateways[by].name) => {
    const request: RequestOf<typeof accountCommands.cancelOrders> = {
      ...{ grant: token, origin, deadline: world.deadline },
    };
    return gateways[by].requester.ask(accountCommands.cancelOrders, [partition, sender], request, 2_000);
  };

  beforeAll(async () => {
    nats = await startNats();
    world = await AccountWorld.on(await bus('account-service'));
    gateways = { one: await gateway(), two: await gateway() };
    first = { gateway: gateways.one.name, connection: 7, command: 1 };
    const login = await gateways.one.requester.ask(
      accountCommands.authenticate,
      [partition, gateways.one.name],
      await loginRequest(first, 5),
      2_000,
    );
    if (!login.ok) throw new Error(login.message);
    grant = login.value.grant;
  });

  afterAll(async () => {
    await world.stop();
    await Promise.all(buses.map((made) => made.close()));
    await nats.stop();
    expect(world.fatal).toEqual([]);
  });

  it('can not use it, while the connection that it was given to can', async () => {
    expect(await cancel('one', first)).toMatchObject({ ok: true });
    const refused = { ok: false, code: 'INVALID_GRANT' };
    expect(await cancel('two', first)).toMatchObject(refused);
    expect(await cancel('two', { ...first, gateway: gateways.two.name })).toMatchObject(refused);
    expect(await cancel('one', { ...first, connection: 8 })).toMatchObject(refused);
  });

  it('is not let through by the broker in the other’s name', async () => {
    await expect(cancel('two', first, grant, gateways.one.name)).rejects.toThrow(/permissions violation/i);
  });

  it('can not make a grant of its own', async () => {
    const [body = '', code = ''] = grant.split('.');
    const forged = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
    const mine = Buffer.from(JSON.stringify({ ...forged, gateway: gateways.two.name })).toString('base64url');
    const origin = { ...first, gateway: gateways.two.name };
    for (const token of [`${mine}.${code}`, `${mine}.`, mine, '', `${grant}.x`]) {
      expect(await cancel('two', origin, token)).toMatchObject({ code: 'INVALID_GRANT' });
    }
  });

  it('can not log in for a connection of the other, nor with its used message', async () => {
    const ask = (request: Awaited<ReturnType<typeof loginRequest>>) =>
      gateways.two.requester.ask(
        accountCommands.authenticate,
        [partition, gateways.two.name],
        request,
        2_000,
      );
    expect(await ask(await loginRequest(first, 6))).toMatchObject({ code: 'INVALID_GRANT' });
    const origin = { ...first, gateway: gateways.two.name };
    expect(await ask(await loginRequest(origin, 5))).toMatchObject({ code: 'MESSAGE_REUSED' });
  });
});
