import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { accountCommands } from '@exchange/contract/bus';
import { alice, aliceAddress, AccountWorld, ETH, ONE } from '../test/account-world.fixture';

let world: AccountWorld;
beforeEach(async () => {
  world = await AccountWorld.open();
  await world.deposit(aliceAddress, ETH, 100n * ONE);
});
afterEach(async () => {
  await world.stop();
  expect(world.fatal).toEqual([]);
});

const bound = (minNonce: bigint) =>
  ({ kind: 'min_nonce_requested', account: aliceAddress, token: ETH, minNonce, effectiveAt: 1 }) as const;
const place = async (nonce: number) => {
  const request = await world.orderRequest(alice, await world.grantOf(alice), world.sell(nonce));
  return world.askFor(aliceAddress, accountCommands.placeOrder, request);
};

describe('a minimum nonce that an account raised in the contract', () => {
  it('holds after a restart, from its first sight until it is undone, and for ever when final', async () => {
    const seen = await world.mine([bound(10n)], ['seen']);
    await world.restart();
    expect(await place(9)).toMatchObject({ ok: false, code: 'NONCE_TOO_LOW' });
    await world.tellBlock('undone', ...seen);
    await world.restart();
    expect(await place(8)).toMatchObject({ ok: true });
    await world.mine([bound(2n ** 63n)]);
    await world.restart();
    expect(await place(2 ** 53 - 1)).toMatchObject({ ok: false, code: 'NONCE_TOO_LOW' });
  });
});
