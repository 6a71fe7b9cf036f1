import { accountCommands, accountQueries } from '@exchange/contract/bus';
import { address, hash, orderId as orderIdOf } from '@exchange/core/kernel';
import { ANNOUNCED_MS } from '@exchange/core/ledger';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Wallet } from 'ethers';
import { AccountWorld, alice, aliceAddress, bob, bobAddress, ETH, ONE } from '../test/account-world.fixture';

const delegateKey = new Wallet(`0x${'d3'.repeat(32)}`);
const delegate = address(delegateKey.address);
const SIGNATURE = { v: 27, r: hash(`0x${'11'.repeat(32)}`), s: hash(`0x${'22'.repeat(32)}`) };
const added = { kind: 'delegate_added', account: aliceAddress, delegate, validUntil: 2 ** 40 - 1 } as const;

let world: AccountWorld;
let grant: string;
let commands = 10;
beforeEach(async () => {
  world = await AccountWorld.open();
  await world.deposit(aliceAddress, ETH, 5n * ONE);
  grant = await world.grantOf(alice);
});
afterEach(async () => {
  await world.stop();
  expect(world.fatal).toEqual([]);
});

/** What a command of connection 1 carries, numbered so that its notices can be told. */
const authority = (by = grant) => {
  commands += 1;
  const origin = { gateway: 'ws-1', connection: 1, command: commands, rid: commands };
  return { grant: by, origin, deadline: world.deadline };
};
const announce = (by = grant, account = aliceAddress) =>
  world.askFor(account, accountCommands.announceDelegate, {
    ...{ ...authority(by), delegate, label: 'phone', isTradingLogin: true },
  });
const remove = (by = grant) =>
  world.askFor(aliceAddress, accountCommands.signDelegationRemoval, { ...authority(by), delegate });
const snapshot = async () => {
  const reply = await world.askFor(aliceAddress, accountQueries.delegatesQuery, { grant });
  return reply.ok ? reply.value.delegates : reply;
};

describe('announceDelegate', () => {
  it('shows a key without rights, until it is mined and keeps its label', async () => {
    expect(await announce()).toMatchObject({ ok: true });
    const shown = { delegate, active: false, accepted: false, label: 'phone', isTradingLogin: true };
    expect(world.told(aliceAddress, commands)).toMatchObject([{ kind: 'delegate', delegate: shown }]);
    expect(await world.login(delegateKey, aliceAddress)).toMatchObject({ code: 'DELEGATE_UNKNOWN' });
    await world.restart();
    expect(await snapshot()).toMatchObject([shown]);
    await world.mine([added]);
    expect(await snapshot()).toMatchObject([{ ...shown, active: true, accepted: true }]);
    const label = { ...authority(), delegate, label: 'laptop' };
    await world.askFor(aliceAddress, accountCommands.labelDelegate, label);
    expect(world.told(aliceAddress, commands)).toMatchObject([{ delegate: { label: 'laptop' } }]);
  });

  it('is refused for another account’s delegate, and leaves no rows of a stranger', async () => {
    await world.mine([added]);
    const stranger = await world.grantOf(bob);
    expect(await announce(stranger, bobAddress)).toMatchObject({ code: 'NOT_ON_RECORD' });
    expect([...world.store.table('delegate').values()]).toHaveLength(1);
    await world.deposit(bobAddress, ETH, ONE);
    expect(await announce(stranger, bobAddress)).toMatchObject({ code: 'DELEGATE_TAKEN' });
  });

  it('may be of two accounts, and belongs to the one that the chain names', async () => {
    await world.deposit(bobAddress, ETH, ONE);
    const other = await world.grantOf(bob);
    await announce();
    expect(await announce(other, bobAddress)).toMatchObject({ ok: true });
    await world.mine([added]);
    await world.restart();
    expect(await world.login(delegateKey, aliceAddress)).toMatchObject({ ok: true });
    expect(await world.login(delegateKey, bobAddress)).toMatchObject({ code: 'DELEGATE_UNKNOWN' });
    expect(await announce(other, bobAddress)).toMatchObject({ code: 'DELEGATE_TAKEN' });
  });

  it('is forgotten after a day, with its row', async () => {
    await announce();
    await world.clock.advance(ANNOUNCED_MS);
    await world.tick();
    expect(world.store.table('delegate').size).toBe(0);
    grant = await world.grantOf(alice);
    expect(await snapshot()).toEqual([]);
  });
});

describe('signDelegationRemoval', () => {
  let delegateGrant: string;
  beforeEach(async () => {
    await world.mine([added]);
    delegateGrant = await world.grantOf(delegateKey, aliceAddress);
  });

  it('stops the key at once and gives the co-signature with the rid of who asked', async () => {
    expect(await remove()).toMatchObject({ ok: true });
    const asked = commands;
    // Before the answer, and so to all alike.
    expect(world.told(aliceAddress, asked)).toEqual([]);
    expect(world.factsFor(aliceAddress).at(-1)).toMatchObject({
      ...{ kind: 'delegate', delegate: { active: true, accepted: false, removalSignature: {} } },
    });
    const [request] = (await world.asked()).requests;
    expect(request).toMatchObject({ kind: 'delegate_removal', account: aliceAddress, delegate });
    expect(
      await world.askFor(aliceAddress, accountCommands.cancelOrders, authority(delegateGrant)),
    ).toMatchObject({ code: 'NOT_AUTHENTICATED' });
    expect(await world.login(delegateKey, aliceAddress)).toMatchObject({ code: 'DELEGATE_UNKNOWN' });

    const deadline = request?.deadline ?? 0;
    const signed = { kind: 'removal_signed', account: aliceAddress, delegate, deadline } as const;
    await world.attester({ ...signed, signature: SIGNATURE });
    const shown = { ...SIGNATURE, deadline };
    expect(world.told(aliceAddress, asked)).toMatchObject([{ delegate: { removalSignature: shown } }]);
    await world.restart();
    await remove();
    expect(world.told(aliceAddress, commands)).toMatchObject([{ delegate: { removalSignature: shown } }]);
    expect((await world.asked()).requests).toHaveLength(1);
    await world.clock.advance(3_601_000);
    await remove();
    expect((await world.asked()).requests.map((item) => item.deadline)).toEqual([
      deadline,
      expect.any(Number),
    ]);
  });

  it('cancels its orders, and asks for the co-signature when they are gone', async () => {
    const order = await world.orderRequest(delegateKey, delegateGrant, world.sell());
    const placed = await world.askFor(aliceAddress, accountCommands.placeOrder, order);
    const orderId = placed.ok ? placed.value.orderId : 0;
    await remove();
    const asked = commands;
    await remove();
    for (const command of [asked, commands]) {
      expect(world.told(aliceAddress, command)).toEqual([]);
      expect(world.toldBefore(aliceAddress, command)).toEqual([]);
    }
    expect((await world.asked()).requests).toEqual([]);
    await world.report([
      { kind: 'done', orderId: orderIdOf(orderId), account: aliceAddress, reason: 'delegate_removed' },
    ]);
    await world.quiet();
    expect((await world.asked()).requests).toMatchObject([{ kind: 'delegate_removal' }]);
  });

  it('needs the account’s own key, and an own delegate', async () => {
    expect(await remove(delegateGrant)).toMatchObject({ code: 'DELEGATE_NOT_ALLOWED' });
    const label = { ...authority(delegateGrant), delegate, label: 'mine' };
    expect(await world.askFor(aliceAddress, accountCommands.labelDelegate, label)).toMatchObject({
      code: 'DELEGATE_NOT_ALLOWED',
    });
    const unknown = { ...authority(), delegate: bobAddress };
    expect(await world.askFor(aliceAddress, accountCommands.signDelegationRemoval, unknown)).toMatchObject({
      code: 'DELEGATE_UNKNOWN',
    });
    expect(await world.login(delegateKey, aliceAddress)).toMatchObject({ ok: true });
  });

  it('ends with the delegate inactive once the chain has removed it', async () => {
    await remove();
    const effectiveAt = Math.floor(world.clock.now() / 1000);
    await world.mine([{ kind: 'delegate_removed', account: aliceAddress, delegate, effectiveAt }]);
    expect(await snapshot()).toMatchObject([{ active: false, accepted: false }]);
  });
});

describe('signOrderCancellation', () => {
  const cancel = (form: string, by = grant) => {
    const asked = { ...authority(by), hash: hash(form) };
    return world.askFor(aliceAddress, accountCommands.signOrderCancellation, asked);
  };
  const place = (request: Awaited<ReturnType<AccountWorld['orderRequest']>>) =>
    world.askFor(aliceAddress, accountCommands.placeOrder, { ...request, deadline: world.deadline });
  const orderOf = async (id: number) => {
    const reply = await world.askFor(aliceAddress, accountQueries.orderQuery, { grant, id: orderIdOf(id) });
    return reply.ok ? reply.value.order : undefined;
  };

  it.each(['sign', 'signTypedData'] as const)('takes the hash of a %s order', async (format) => {
    const placed = await place(await world.orderRequest(alice, grant, world.sell(), format));
    const orderId = placed.ok ? placed.value.orderId : 0;
    const form = (await orderOf(orderId))?.hash ?? '';
    expect(await cancel(form)).toMatchObject({ ok: true });
    const asked = commands;
    expect(world.toldBefore(aliceAddress, asked)).toEqual([]);
    await world.report([
      { kind: 'done', orderId: orderIdOf(orderId), account: aliceAddress, reason: 'owner' },
    ]);
    await world.quiet();
    const [request] = (await world.asked()).requests;
    if (request?.kind !== 'order_cancellation') throw new Error('nothing asked');
    expect(request.digest === form).toBe(format === 'signTypedData');

    const { digest, deadline } = request;
    const signed = { kind: 'cancellation_signed', account: aliceAddress, digest, deadline } as const;
    await world.attester({ ...signed, signature: SIGNATURE });
    const told = { kind: 'orderCancellation', hash: form, signature: { ...SIGNATURE, deadline } };
    expect(world.told(aliceAddress, asked)).toEqual([told]);
    await world.restart();
    for (const asForm of [form, digest]) {
      await cancel(asForm);
      expect(world.told(aliceAddress, commands)).toEqual([told]);
    }
    expect((await world.asked()).requests).toHaveLength(1);
  });

  it('of an order that never came makes it impossible for ever', async () => {
    const request = await world.orderRequest(alice, grant, world.sell(7));
    const twin = await world.orderRequest(alice, grant, world.sell(8));
    const placed = await place(twin);
    expect(placed).toMatchObject({ ok: true });
    const known = await orderOf(placed.ok ? placed.value.orderId : 0);
    expect(known?.hash).toMatch(/^0x/);
    // The digest of the order that is not sent yet, as its owner knows it.
    const digest = world.digestOf(world.sell(7));
    await cancel(digest);
    expect((await world.asked()).requests).toMatchObject([{ kind: 'order_cancellation', digest }]);
    await world.restart();
    expect(await place(request)).toMatchObject({ code: 'DUPLICATE_ORDER' });
  });

  it.each(['sign', 'signTypedData'] as const)(
    'by the packed hash of an order that never came voids it as a %s order too',
    async (format) => {
      const request = await world.orderRequest(alice, grant, world.sell(7), format);
      await cancel(world.packedHashOf(world.sell(7)));
      const voided = { code: 'DUPLICATE_ORDER', message: 'this order was canceled for good' };
      expect(await place(request)).toMatchObject(voided);
      await world.restart();
      expect(await place(request)).toMatchObject(voided);
    },
  );

  it('leaves no rows of a stranger', async () => {
    const stranger = await world.grantOf(bob);
    const asked = { ...authority(stranger), hash: hash(`0x${'ab'.repeat(32)}`) };
    expect(await world.askFor(bobAddress, accountCommands.signOrderCancellation, asked)).toMatchObject({
      code: 'NOT_ON_RECORD',
    });
  });
});
