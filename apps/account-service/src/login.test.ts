import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { accountCommands } from '@exchange/contract/bus';
import { present } from '@exchange/core/kernel';
import { AccountWorld, alice, aliceAddress, bob, ETH, ONE } from '../test/account-world.fixture';

let world: AccountWorld;
beforeEach(async () => {
  world = await AccountWorld.open();
});
afterEach(async () => {
  await world.stop();
  expect(world.fatal).toEqual([]);
});

describe('a login', () => {
  it('is accepted once for each message, and answers with the account’s state', async () => {
    await world.deposit(aliceAddress, ETH, 3n * ONE);
    const first = await world.login(alice, aliceAddress, 1, 77);
    expect(first).toMatchObject({
      ok: true,
      value: {
        account: aliceAddress,
        delegate: null,
        accountSeq: 2,
        balances: [
          { token: 'ETH', settled: (3n * ONE).toString(), usable: (3n * ONE).toString(), blocked: '0' },
        ],
        feeTier: { volume: '0', makerPpm: 0, takerPpm: 2500 },
      },
    });
    expect(await world.login(alice, aliceAddress, 1, 77)).toMatchObject({ code: 'MESSAGE_REUSED' });
  });

  it('refuses a replay after a restart too, for accounts with anything on record', async () => {
    await world.deposit(aliceAddress, ETH, ONE);
    await world.login(alice, aliceAddress, 1, 78);
    await world.restart();
    expect(await world.login(alice, aliceAddress, 1, 78)).toMatchObject({ code: 'MESSAGE_REUSED' });
  });

  it('of a stranger works and leaves no rows', async () => {
    expect(await world.login(bob)).toMatchObject({ ok: true, value: { accountSeq: 0, balances: [] } });
    for (const table of ['account', 'session', 'login_nonces']) expect(world.store.table(table).size).toBe(0);
  });

  it('with somebody else’s key is refused', async () => {
    expect(await world.login(bob, aliceAddress)).toMatchObject({ code: 'DELEGATE_UNKNOWN' });
  });
});

describe('a session id', () => {
  const use = (session: string) =>
    world.askFor(aliceAddress, accountCommands.authenticateSession, {
      origin: { gateway: 'ws-1', connection: 2, command: 1 },
      deadline: world.deadline,
      account: aliceAddress,
      session,
    });
  const given = (reply: Awaited<ReturnType<typeof use>>): string =>
    present(reply.ok ? reply.value.session : undefined, 'session');
  const audited = () => world.log.of('warn').map(({ fields }) => fields);
  const replayed = { account: aliceAddress, audit: 'session_replayed' };

  beforeEach(() => world.deposit(aliceAddress, ETH, ONE));

  it('works once, and a replay voids the live one too', async () => {
    const session = given(await world.login(alice));
    const renewed = given(await use(session));
    expect(renewed).not.toBe(session);
    expect(await use(session)).toMatchObject({ code: 'INVALID_SESSION' });
    expect(await use(renewed)).toMatchObject({ code: 'INVALID_SESSION' });
    expect(audited()).toContainEqual(replayed);
  });

  it('that was superseded before it was used is refused, and the other tab stays', async () => {
    const first = given(await world.login(alice));
    const second = given(await world.login(alice));
    expect(await use(first)).toMatchObject({ code: 'INVALID_SESSION' });
    const third = given(await use(second));
    expect(await use(first)).toMatchObject({ code: 'INVALID_SESSION' });
    given(await use(third));
    expect(audited()).not.toContainEqual(replayed);
  });

  it('that a logoff voided is refused, and voids no later one', async () => {
    const reply = await world.login(alice);
    const first = given(reply);
    await world.askFor(aliceAddress, accountCommands.logoff, {
      origin: { gateway: 'ws-1', connection: 1, command: 1 },
      deadline: world.deadline,
      grant: reply.ok ? reply.value.grant : '',
    });
    const second = given(await world.login(alice));
    expect(await use(first)).toMatchObject({ code: 'INVALID_SESSION' });
    given(await use(second));
    expect(audited()).not.toContainEqual(replayed);
  });

  it('that was used long ago is a replay still, after logins by signature and a restart too', async () => {
    const stolen = given(await world.login(alice));
    let live = given(await use(stolen));
    for (let times = 0; times < 10; times++) live = given(await use(live));
    live = given(await world.login(alice));
    await world.restart();
    expect(await use(stolen)).toMatchObject({ code: 'INVALID_SESSION' });
    expect(await use(live)).toMatchObject({ code: 'INVALID_SESSION' });
    expect(audited()).toContainEqual(replayed);
  });
});

describe('a grant', () => {
  it('is good only for the gateway and connection to which it was issued', async () => {
    await world.deposit(aliceAddress, ETH, ONE);
    const request = await world.orderRequest(alice, await world.grantOf(alice), world.sell());
    const elsewhere = { ...request, origin: { ...request.origin, connection: 2 } };
    expect(await world.askFor(aliceAddress, accountCommands.placeOrder, elsewhere)).toMatchObject({
      code: 'INVALID_GRANT',
    });
    const foreign = { ...request, origin: { ...request.origin, gateway: 'ws-2' } };
    expect(await world.askFor(aliceAddress, accountCommands.placeOrder, foreign, 'ws-2')).toMatchObject({
      code: 'INVALID_GRANT',
    });
    const [body = '', code = ''] = request.grant.split('.');
    const forged = { ...request, grant: `${Buffer.from(body).toString('base64url')}.${code}` };
    expect(await world.askFor(aliceAddress, accountCommands.placeOrder, forged)).toMatchObject({
      code: 'INVALID_GRANT',
    });
    expect(world.broker.stream('LEDGER').some(({ subject }) => subject.startsWith('ledger.v1.market'))).toBe(
      false,
    );
  });
});
