import { accountCommands } from '@exchange/contract/bus';
import { address, present } from '@exchange/core/kernel';
import { parseSignature } from '@exchange/core/order';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Wallet } from 'ethers';
import { AccountWorld, alice, aliceAddress, bob, bobAddress, ETH, ONE } from '../test/account-world.fixture';

let world: AccountWorld;
let grant: string;
let ofBob: string;

beforeEach(async () => {
  world = await AccountWorld.open();
  await world.deposit(aliceAddress, ETH, 3n * ONE);
  await world.deposit(bobAddress, ETH, ONE);
  grant = await world.grantOf(alice);
  ofBob = await world.grantOf(bob);
});
afterEach(async () => {
  await world.stop();
  expect(world.fatal).toEqual([]);
});

/** Commits begin, and none ends before the function that comes back is called. */
function holdCommits(): () => void {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const { faults } = present(world.database, 'database');
  faults.beforeCommit = () => held;
  return () => {
    delete faults.beforeCommit;
    letGo();
  };
}

/** The replies so far, in the order in which they came. */
function told() {
  const replies: unknown[] = [];
  const note = (reply: Promise<object>) => void reply.then((value) => replies.push(value));
  return { replies, note };
}

async function takeName(username: string, key: Wallet, by: string) {
  const signature = parseSignature(await key.signMessage(`Set username: ${username}`));
  if (!signature.ok) throw new Error(signature.message);
  const authority = {
    grant: by,
    origin: { gateway: 'ws-1', connection: 1, command: 9 },
    deadline: world.deadline,
  };
  const request = { ...authority, username, signature: signature.value };
  return () => world.askFor(address(key.address), accountCommands.updateUsername, request);
}

describe('while a commit is under way', () => {
  it('a name that somebody just took is refused to the next, and both hear so when the first one has it', async () => {
    const [first, second] = [await takeName('dragon', alice, grant), await takeName('Dragon', bob, ofBob)];
    const letGo = holdCommits();
    const { replies, note } = told();
    note(first());
    await world.quiet();
    note(second());
    await world.quiet();
    expect(replies).toEqual([]);
    letGo();
    await world.quiet();
    expect(replies).toMatchObject([{ ok: true }, { code: 'USERNAME_TAKEN' }]);
  });

  it('an order is accepted once, and its hold counts at once', async () => {
    const order = (nonce: number, sellAmount = ONE) =>
      world.orderRequest(alice, grant, { ...world.sell(nonce), sellAmount: sellAmount as never });
    const [small, same, large] = [await order(1), await order(1), await order(2, 3n * ONE)];
    const letGo = holdCommits();
    const { replies, note } = told();
    for (const request of [small, same, large]) {
      note(world.askFor(aliceAddress, accountCommands.placeOrder, request));
      await world.quiet();
    }
    expect(replies).toEqual([]);
    expect(world.store.table('orders').size).toBe(0);
    letGo();
    await world.quiet();
    expect(replies).toMatchObject([
      { ok: true },
      { code: 'DUPLICATE_ORDER' },
      { code: 'INSUFFICIENT_BALANCE' },
    ]);
    expect(world.store.table('orders').size).toBe(1);
  });

  it('a question is answered after everything that its answer shows is committed', async () => {
    const request = await world.orderRequest(alice, grant, world.sell());
    const letGo = holdCommits();
    const { replies, note } = told();
    note(world.askFor(aliceAddress, accountCommands.placeOrder, request));
    await world.quiet();
    note(world.login(alice));
    await world.quiet();
    expect(replies).toEqual([]);
    letGo();
    await world.quiet();
    expect(replies).toHaveLength(2);
  });
});
