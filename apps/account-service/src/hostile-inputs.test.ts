import { accountCommands, accountQueries } from '@exchange/contract/bus';
import { address, hash } from '@exchange/core/kernel';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Wallet } from 'ethers';
import {
  AccountWorld,
  alice,
  aliceAddress,
  bobAddress,
  blockHash,
  ETH,
  ONE,
} from '../test/account-world.fixture';

const GROUP_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const delegateKey = new Wallet(`0x${'d3'.repeat(32)}`);
const delegate = address(delegateKey.address);

let world: AccountWorld;
beforeEach(async () => {
  world = await AccountWorld.open();
});
afterEach(async () => {
  await world.stop();
  expect(world.fatal).toEqual([]);
});

describe('a gateway that changes what it passes on', () => {
  it('can not make an order of a signature in the form that the contract refuses', async () => {
    await world.deposit(aliceAddress, ETH, 3n * ONE);
    const request = await world.orderRequest(alice, await world.grantOf(alice), world.sell());
    const { v, r, s } = request.signature;
    const high = hash(`0x${(GROUP_ORDER - BigInt(s)).toString(16).padStart(64, '0')}`);
    for (const signature of [
      { v: v === 27 ? 28 : 27, r, s: high },
      { v: v - 27, r, s },
      { v: v + 35, r, s },
      { v, r: hash(`0x${'0'.repeat(64)}`), s },
    ]) {
      const placed = await world.askFor(aliceAddress, accountCommands.placeOrder, { ...request, signature });
      expect(placed).toMatchObject({ code: 'INVALID_SIGNATURE' });
    }
    const placed = await world.askFor(aliceAddress, accountCommands.placeOrder, request);
    expect(placed).toMatchObject({ ok: true });
  });

  it('learns that notices are gone, and does not wait for them', async () => {
    await world.deposit(aliceAddress, ETH, ONE);
    const after = (seq: number) =>
      world.askFor(aliceAddress, accountQueries.noticesAfterQuery, { account: aliceAddress, seq });
    expect(await after(2)).toMatchObject({ value: { accountSeq: 2, complete: true, notices: [] } });
    world.store.table('notice').clear();
    expect(await after(1)).toMatchObject({ value: { accountSeq: 2, complete: false, notices: [] } });
  });
});

describe('a delegate that is removed before its delegation is final', () => {
  const added = { kind: 'delegate_added', account: aliceAddress, delegate, validUntil: 2 ** 40 - 1 } as const;
  const removed = {
    kind: 'delegate_removed',
    account: aliceAddress,
    delegate,
    effectiveAt: 2 ** 39,
  } as const;
  const place = { transaction: blockHash(7), logIndex: 0 };
  const login = () => world.login(delegateKey, aliceAddress);

  beforeEach(async () => {
    await world.deposit(aliceAddress, ETH, ONE);
    await world.tellBlock('seen', 200, [{ ...added, ...place }]);
    await world.tellBlock('seen', 201, [{ ...removed, ...place }]);
  });

  it('is never accepted, also not after a restart', async () => {
    await world.restart();
    await world.tellBlock('final', 200, [{ ...added, ...place }]);
    expect(await login()).toMatchObject({ code: 'DELEGATE_UNKNOWN' });
    await world.tellBlock('final', 201, [{ ...removed, ...place }]);
    expect(await login()).toMatchObject({ code: 'DELEGATE_UNKNOWN' });
  });

  it('is accepted when the removal was undone', async () => {
    await world.tellBlock('undone', 201, [{ ...removed, ...place }]);
    expect(await login()).toMatchObject({ code: 'DELEGATE_UNKNOWN' });
    await world.tellBlock('final', 200, [{ ...added, ...place }]);
    expect(await login()).toMatchObject({ ok: true });
  });

  it('can still become the delegate of another account when all of it was undone', async () => {
    await world.tellBlock('undone', 201, [{ ...removed, ...place }]);
    await world.tellBlock('undone', 200, [{ ...added, ...place }]);
    await world.restart();
    await world.mine([{ ...added, account: bobAddress }]);
    expect(await world.login(delegateKey, bobAddress)).toMatchObject({ ok: true });
    expect(await login()).toMatchObject({ code: 'DELEGATE_UNKNOWN' });
  });
});
