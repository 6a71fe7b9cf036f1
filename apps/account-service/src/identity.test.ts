import { accountCommands, accountQueries } from '@exchange/contract/bus';
import { type Address, address } from '@exchange/core/kernel';
import { parseSignature } from '@exchange/core/order';
import { base32Bytes, stepAt, totpCode } from '@exchange/platform';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Wallet } from 'ethers';
import { AccountWorld, alice, aliceAddress, bob, bobAddress, ETH, ONE } from '../test/account-world.fixture';

const delegateKey = new Wallet(`0x${'d3'.repeat(32)}`);
const SECRET = 'JBSWY3DPEHPK3PXP';

let world: AccountWorld;
let grant: string;
let ofBob: string;
let ofDelegate: string;
beforeEach(async () => {
  world = await AccountWorld.open();
  await world.deposit(aliceAddress, ETH, ONE);
  await world.deposit(bobAddress, ETH, ONE);
  const delegate = address(delegateKey.address);
  await world.mine([{ kind: 'delegate_added', account: aliceAddress, delegate, validUntil: 2 ** 40 - 1 }]);
  grant = await world.grantOf(alice);
  ofBob = await world.grantOf(bob);
  ofDelegate = await world.grantOf(delegateKey, aliceAddress);
});
afterEach(async () => {
  await world.stop();
  expect(world.fatal).toEqual([]);
});

const authority = (by = grant) => ({
  ...{ grant: by, origin: { gateway: 'ws-1', connection: 1, command: 9 }, deadline: world.deadline },
});

async function setName(username: string, key = alice, by = grant, account = aliceAddress, signed = username) {
  const signature = parseSignature(await key.signMessage(`Set username: ${signed}`));
  if (!signature.ok) throw new Error(signature.message);
  const request = { ...authority(by), username, signature: signature.value };
  return world.askFor(account, accountCommands.updateUsername, request);
}
const nameOf = async (account: Address, by: string) => {
  const reply = await world.askFor(account, accountQueries.usernameQuery, { grant: by });
  return reply.ok ? reply.value.username : reply;
};

describe('usernames', () => {
  it('are unique ignoring case, over all accounts, and free again when they are given up', async () => {
    expect(await nameOf(aliceAddress, grant)).toBeNull();
    expect(await setName('Alice_1')).toMatchObject({ ok: true, value: { username: 'Alice_1' } });
    expect(await nameOf(aliceAddress, grant)).toBe('Alice_1');
    expect(await nameOf(aliceAddress, ofDelegate)).toBe('Alice_1');
    expect(await setName('aLICE_1', bob, ofBob, bobAddress)).toMatchObject({ code: 'USERNAME_TAKEN' });
    expect(await setName('ALICE_1')).toMatchObject({ ok: true });
    await setName('other');
    expect(await setName('alice_1', bob, ofBob, bobAddress)).toMatchObject({ ok: true });
    await world.restart();
    expect([await nameOf(aliceAddress, grant), await nameOf(bobAddress, ofBob)]).toEqual([
      'other',
      'alice_1',
    ]);
  });

  it('go to one of two that ask in the same turn', async () => {
    const replies = await Promise.all([setName('same'), setName('SAME', bob, ofBob, bobAddress)]);
    expect(replies.map(({ ok }) => ok).sort()).toEqual([false, true]);
  });

  it('need the account’s own connection, key and text', async () => {
    expect(await setName('alice', delegateKey, ofDelegate)).toMatchObject({ code: 'DELEGATE_NOT_ALLOWED' });
    expect(await setName('alice', bob)).toMatchObject({ code: 'INVALID_SIGNATURE' });
    expect(await setName('alice', alice, grant, aliceAddress, 'bob')).toMatchObject({
      code: 'INVALID_SIGNATURE',
    });
    expect(await setName('no spaces')).toMatchObject({ code: 'INVALID_FIELD' });
    expect(world.store.table('username').size).toBe(0);
  });
});

const register = (by = grant, salt = 'my salt') =>
  world.askFor(aliceAddress, accountCommands.registerTotpSalt, { ...authority(by), secret: SECRET, salt });
const code = (steps = 0) => totpCode(base32Bytes(SECRET), stepAt(world.clock.now()) + steps);
const ask = (given: number, who: { username: string } | { account: Address }, client = '192.0.2.1') =>
  world.askFor(aliceAddress, accountCommands.totpSalt, {
    deadline: world.deadline,
    client,
    code: given,
    ...who,
  });
const own = { account: aliceAddress };
const wrong = () => (code() + 1) % 1_000_000;

describe('TOTP salts', () => {
  it('are handed out for a code, by name or address, once; all refusals are the same', async () => {
    await setName('Alice');
    expect(await register()).toMatchObject({ ok: true });
    await world.restart();
    const refused = await ask(wrong(), own);
    expect(refused).toMatchObject({ ok: false, code: 'TOTP_INVALID' });
    const used = code();
    expect(await ask(used, { username: 'aLiCe' })).toMatchObject({ ok: true, value: { salt: 'my salt' } });
    expect(await ask(used, own)).toEqual(refused);
    expect(await ask(used, { username: 'nobody' })).toEqual(refused);
    expect(await ask(used, { account: bobAddress })).toEqual(refused);
  });

  it('have at most 128 Unicode characters', async () => {
    expect(await register(grant, '😀'.repeat(129))).toMatchObject({ code: 'INVALID_FIELD' });
    expect(await register(grant, '😀'.repeat(128))).toMatchObject({ ok: true });
  });

  it('take the codes beside the present one, none further away, and none older than one that was used', async () => {
    await register();
    expect(await ask(code(2), own)).toMatchObject({ ok: false });
    expect(await ask(code(-2), own)).toMatchObject({ ok: false });
    expect(await ask(code(1), own)).toMatchObject({ ok: true });
    expect(await ask(code(), own, '192.0.2.2')).toMatchObject({ ok: false });
  });

  it('one code used twice in the same turn works once', async () => {
    await register();
    const replies = await Promise.all([ask(code(), own), ask(code(), own)]);
    expect(replies.map(({ ok }) => ok).sort()).toEqual([false, true]);
  });

  it('allow 5 tries in 15 minutes from one address, and 100 a day in all', async () => {
    await register();
    for (let tries = 0; tries < 5; tries += 1) await ask(wrong(), own);
    expect(await ask(code(), own)).toMatchObject({ ok: false });
    expect(await ask(code(), own, '192.0.2.2')).toMatchObject({ ok: true });
    await world.clock.advance(15 * 60_000);
    expect(await ask(code(), own)).toMatchObject({ ok: true });
    for (let tries = 0; tries < 100; tries += 1) await ask(wrong(), own, `192.0.2.${tries + 10}`);
    await world.restart();
    expect(await ask(code(), own, '198.51.100.1')).toMatchObject({ ok: false });
  });

  it('need the own key to be registered, and are sealed in the database', async () => {
    expect(await register(ofDelegate)).toMatchObject({ code: 'DELEGATE_NOT_ALLOWED' });
    await register();
    const stored = JSON.stringify([...world.store.table('totp_salt').values()]);
    expect(stored).not.toContain(SECRET);
    expect(stored).not.toContain('my salt');
  });
});

describe('messages to the operator', () => {
  it('keep the newest 100 of each account', async () => {
    for (let number = 1; number <= 103; number += 1) {
      const request = { ...authority(), message: `message ${number}` };
      expect(await world.askFor(aliceAddress, accountCommands.postMessage, request)).toMatchObject({
        ok: true,
      });
      await world.clock.advance(10_000);
    }
    const rows = [...world.store.table('message').values()] as { number: number; text: string }[];
    expect(rows).toHaveLength(100);
    expect(Math.min(...rows.map((row) => row.number))).toBe(4);
  });

  it('leave no rows of a stranger, and are at most 500 characters long', async () => {
    const stranger = new Wallet(`0x${'57'.repeat(32)}`);
    const account = address(stranger.address);
    const post = { ...authority(await world.grantOf(stranger)), message: 'hello' };
    expect(await world.askFor(account, accountCommands.postMessage, post)).toMatchObject({
      code: 'NOT_ON_RECORD',
    });
    const say = (message: string) =>
      world.askFor(aliceAddress, accountCommands.postMessage, { ...authority(), message });
    expect(await say('x'.repeat(501))).toMatchObject({ code: 'INVALID_FIELD' });
    expect(await say('😀'.repeat(501))).toMatchObject({ code: 'INVALID_FIELD' });
    expect(await say('😀'.repeat(500))).toMatchObject({ ok: true });
  });
});
