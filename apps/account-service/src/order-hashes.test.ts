import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { accountCommands, accountQueries } from '@exchange/contract/bus';
import { type Hash, hash as hashOf, type OrderId, present } from '@exchange/core/kernel';
import type { OrderName } from '@exchange/core/message';
import { AccountWorld, alice, aliceAddress, ETH, ONE } from '../test/account-world.fixture';

const STRANGER = hashOf(`0x${'ab'.repeat(32)}`);

let world: AccountWorld;
let grant: string;

beforeEach(async () => {
  world = await AccountWorld.open();
  await world.deposit(aliceAddress, ETH, 10n * ONE);
  grant = await world.grantOf(alice);
});
afterEach(async () => {
  await world.stop();
  expect(world.fatal).toEqual([]);
});

const authority = () => ({
  grant,
  origin: { gateway: 'ws-1', connection: 1, command: 3 },
  deadline: world.deadline,
});

const getOrder = (hash: Hash) => world.askFor(aliceAddress, accountQueries.orderQuery, { grant, hash });
const cancelOrder = (name: OrderName) =>
  world.askFor(aliceAddress, accountCommands.cancelOrder, { ...authority(), ...name });

describe.each(['sign', 'signTypedData'] as const)('an order in the format %s', (format) => {
  let id: OrderId;
  let hashes: Hash[];

  beforeEach(async () => {
    const terms = world.sell();
    const request = await world.orderRequest(alice, grant, terms, format);
    const placed = await world.askFor(aliceAddress, accountCommands.placeOrder, request);
    if (!placed.ok) throw new Error(placed.message);
    id = placed.value.orderId;
    hashes = [world.digestOf(terms), world.packedHashOf(terms)];
  });

  const expectFound = async () => {
    for (const hash of hashes) {
      const [digest, packedHash] = hashes;
      const placed = { digest, packedHash, signer: aliceAddress, signatureFormat: format, execution: 'none' };
      expect(await getOrder(hash)).toMatchObject({ ok: true, value: { order: { id }, placed } });
    }
  };

  it('is found by either hash: open, after a restart, and when it has ended', async () => {
    await expectFound();
    await world.restart();
    await expectFound();
    await world.report([{ kind: 'done', orderId: id, account: aliceAddress, reason: 'owner' }]);
    await expectFound();
    await world.restart();
    await expectFound();
    expect(await getOrder(STRANGER)).toMatchObject({ code: 'UNKNOWN_ORDER' });
  });

  it('is canceled by either hash, also after a restart, and not by one of another order', async () => {
    for (const hash of hashes) expect(await cancelOrder({ id, hash })).toMatchObject({ ok: true });
    await world.restart();
    for (const hash of hashes) expect(await cancelOrder({ hash })).toMatchObject({ ok: true });
    await world.quiet();
    const cancels = world.sentToMarket().filter(({ kind }) => kind === 'cancel');
    // Asked once: whoever asks again waits for the same end.
    expect(cancels).toEqual([expect.objectContaining({ orderId: id })]);
    expect(await cancelOrder({ id, hash: STRANGER })).toMatchObject({ code: 'INVALID_FIELD' });
    expect(await cancelOrder({ hash: STRANGER })).toMatchObject({ code: 'ORDER_NOT_OPEN' });
    expect(await cancelOrder({})).toMatchObject({ code: 'INVALID_FIELD' });
  });

  it.each([0, 1])('is voided under its digest by either hash: %i', async (form) => {
    const asked = { ...authority(), hash: present(hashes[form], 'hash') };
    const voided = await world.askFor(aliceAddress, accountCommands.signOrderCancellation, asked);
    expect(voided).toMatchObject({ ok: true });
    await world.report([{ kind: 'done', orderId: id, account: aliceAddress, reason: 'owner' }]);
    const { requests } = await world.asked();
    expect(requests).toMatchObject([{ kind: 'order_cancellation', digest: hashes[0] }]);
  });
});
