import { beforeEach, describe, expect, it } from '@jest/globals';
import { accountCommands, accountQueries } from '@exchange/contract/bus';
import {
  addressOf,
  ALICE,
  balanceFact,
  BOB,
  type Client,
  GatewayWorld,
  signedLogin,
  signedOrder,
} from '../../test/gateway.fixture';

const alice = addressOf(ALICE);
const eventsOf = (client: Client) => client.takePackets().map(([, event, , rid]) => [event, rid]);

describe('a login', () => {
  let world: GatewayWorld;
  let client: Client;
  beforeEach(async () => {
    world = await GatewayWorld.open();
    world.owners.acceptLogins();
    client = world.connect();
  });

  it('is answered with auth and the state of the account', async () => {
    await client.send(await signedLogin(ALICE, 9));
    expect(client.frames).toEqual([
      [
        [0, 'auth', ['authenticated', alice, 'ab'.repeat(32), `0x${'00'.repeat(20)}`], 9],
        [0, 'bs', [['ETH', '5', '5', '0']], 9],
        [0, 'les', [], 9],
        [0, 'ft', [0, 0, 0.0025], 9],
      ],
    ]);
    const [login] = world.owners.asked.filter(({ kind }) => kind === 'authenticate');
    expect(login?.request).toMatchObject({
      account: alice,
      byDelegate: false,
      origin: { gateway: 'ws-1', connection: client.connection.id, command: 1, rid: 9 },
    });
  });

  it('leaves out the notices that its state already has, and none of those after it', async () => {
    const { owners } = world;
    owners.answer(accountCommands.authenticate, (request) => {
      owners.notify(alice, [balanceFact('1')]);
      owners.notify(alice, [balanceFact('2')]);
      owners.send(owners.nextNotice(alice, [balanceFact('3')]));
      return { ...session(String(request['account'])), accountSeq: 2 };
    });
    await client.send(await signedLogin(ALICE));
    expect(client.packets.filter(([, event]) => event === 'b')).toEqual([[0, 'b', ['ETH', '5', '3', '0']]]);
    expect(client.packets.at(-1)?.[1]).toBe('b');
  });

  it('holds back what the client sent after it', async () => {
    const { owners } = world;
    owners.answer(accountQueries.feeTierQuery, () => ({
      accountSeq: 0,
      feeTier: { volume: '1.5', makerPpm: -200, takerPpm: 2000 },
    }));
    await client.send(await signedLogin(ALICE, 1), { c: 'getFeeTier', rid: 2 }, { c: 'ping', rid: 3 });
    expect(owners.asked.map(({ kind }) => kind).slice(-2)).toEqual(['authenticate', 'fee-tier']);
    expect(eventsOf(client)).toEqual([
      ['auth', 1],
      ['bs', 1],
      ['les', 1],
      ['ft', 1],
      ['p', 3],
      ['ft', 2],
    ]);
  });

  it('that is refused changes nothing and frees the account', async () => {
    world.owners.answer(accountCommands.authenticate, () => ({
      code: 'MESSAGE_REUSED',
      message: 'sign a new one',
    }));
    await client.send(await signedLogin(ALICE, 1), { c: 'getFeeTier', rid: 2 });
    expect(client.packets).toEqual([
      [0, 'e', 'MESSAGE_REUSED: sign a new one', 1],
      [0, 'e', 'NOT_AUTHENTICATED: getFeeTier needs a login; send authenticate first', 2],
    ]);
    world.owners.notify(alice, [balanceFact('1')]);
    await world.settle();
    expect(client.packets).toHaveLength(2);
  });

  it('with a signature that belongs to no key never leaves the gateway', async () => {
    const login = await signedLogin(ALICE, 1);
    const signature = `0x${'00'.repeat(31)}07${'11'.repeat(32)}1b`;
    const asked = world.owners.asked.length;
    await client.send({ ...login, signature });
    await client.send({ ...login, signature: '0x12' });
    expect(client.packets.map(([, event, text]) => [event, String(text).split(':')[0]])).toEqual([
      ['e', 'INVALID_SIGNATURE'],
      ['e', expect.stringMatching('INVALID')],
    ]);
    expect(world.owners.asked).toHaveLength(asked);
  });

  it('of a delegate is one of the account whose delegate it is', async () => {
    const { owners } = world;
    owners.answer(accountQueries.delegateAccountQuery, () => ({ account: alice }));
    owners.answer(accountCommands.authenticate, ({ account }) => ({
      ...session(String(account)),
      delegate: addressOf(BOB),
      session: null,
    }));
    await client.send({ ...(await signedLogin(BOB, 1)), c: 'authenticateDelegate' });
    expect(client.packets[0]).toEqual([0, 'auth', ['authenticated', alice, null, addressOf(BOB)], 1]);
    expect(owners.asked.at(-1)?.request).toMatchObject({ account: alice, byDelegate: true });
    client.takePackets();
    await client.send({ c: 'signWithdrawal', token: `0x${'00'.repeat(20)}`, amount: '1', rid: 2 });
    expect(client.packets).toEqual([
      [0, 'e', "DELEGATE_NOT_ALLOWED: signWithdrawal needs a login with the account's own key", 2],
    ]);
  });

  it("of nobody's delegate is refused", async () => {
    world.owners.answer(accountQueries.delegateAccountQuery, () => ({ account: null }));
    await client.send({ ...(await signedLogin(BOB, 1)), c: 'authenticateDelegate' });
    expect(client.packets[0]?.[2]).toContain('DELEGATE_UNKNOWN');
  });

  it('ends when the delegate is removed', async () => {
    const { owners } = world;
    const bob = addressOf(BOB);
    owners.answer(accountQueries.delegateAccountQuery, () => ({ account: alice }));
    owners.answer(accountCommands.authenticate, () => ({ ...session(alice), delegate: bob, session: null }));
    await client.send({ ...(await signedLogin(BOB)), c: 'authenticateDelegate' });
    client.takePackets();
    const delegate = { delegate: bob, active: true, accepted: false, removalSignature: {}, label: '' };
    owners.notify(alice, [{ kind: 'delegate', delegate: { ...delegate, isTradingLogin: false } }]);
    await world.settle();
    expect(client.takePackets()).toEqual([
      [0, 'd', [bob, true, false, {}, '', false]],
      [0, 'auth', ['loggedOff', alice, null, bob]],
    ]);
    await client.send({ c: 'getFeeTier' });
    expect(client.packets[0]?.[2]).toContain('NOT_AUTHENTICATED');
  });

  it('by session passes the session id on', async () => {
    await client.send({ c: 'authenticateWithSession', address: ALICE.address, session: 'cd', rid: 1 });
    expect(eventsOf(client)[0]).toEqual(['auth', 1]);
    expect(world.owners.asked.at(-1)).toMatchObject({
      kind: 'authenticate-session',
      request: { account: alice, session: 'cd' },
    });
  });

  it('takes the place of the one before', async () => {
    await client.login(ALICE);
    await client.login(BOB);
    world.owners.notify(alice, [balanceFact('1')]);
    world.owners.notify(addressOf(BOB), [balanceFact('2')]);
    await world.settle();
    expect(client.takePackets()).toEqual([[0, 'b', ['ETH', '5', '2', '0']]]);
  });

  it('ends with logoff', async () => {
    await client.login();
    world.owners.answer(accountCommands.logoff, () => ({ accountSeq: 0 }));
    await client.send({ c: 'logoff', rid: 5 }, await signedOrder(ALICE, { rid: 6 }));
    expect(client.packets[0]).toEqual([0, 'auth', ['loggedOff', alice, null, `0x${'00'.repeat(20)}`], 5]);
    expect(client.packets[1]?.[2]).toContain('NOT_AUTHENTICATED');
    world.owners.notify(alice, [balanceFact('1')]);
    await world.settle();
    expect(client.packets).toHaveLength(2);
  });

  it('when account-service is away says so', async () => {
    world.account.disconnect();
    await client.send(await signedLogin(ALICE, 1), { c: 'logoff', rid: 2 });
    expect(client.packets.map(([, , text, rid]) => [String(text).split(':')[0], rid])).toEqual([
      ['UNAVAILABLE', 1],
      ['NOT_AUTHENTICATED', 2],
    ]);
  });
});

const session = (account: string) => ({
  ...{ account, delegate: null, session: 'ab'.repeat(32), grant: 'grant', accountSeq: 0 },
  ...{ balances: [], pendingEntries: [], feeTier: { volume: '0', makerPpm: 0, takerPpm: 2500 } },
});
