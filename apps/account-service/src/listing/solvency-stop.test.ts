import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  accountCommands,
  ledgerListing,
  type SolvencyDifference,
  solvencyVerdict,
} from '@exchange/contract/bus';
import { amount, partition } from '@exchange/core/kernel';
import { DEFAULT_POLICY } from '@exchange/core/ledger';
import {
  AccountWorld,
  alice,
  aliceAddress,
  bob,
  bobAddress,
  DAI,
  ETH,
  ONE,
} from '../../test/account-world.fixture';
import { AccountGroup } from '../groups/account-group';

const difference: SolvencyDifference = {
  ...{ kind: 'ledger_differs', token: DAI, block: 7, expected: 5n, found: 6n },
  sentence: 'the contract owes 5, and the ledger has 6',
};
const half = (name: string, first: number) =>
  new AccountGroup(
    name,
    Array.from({ length: 32 }, (_, index) => partition(first + index)),
    ['main', 'other'],
  );

let world: AccountWorld;
let seq: number;
beforeEach(async () => {
  world = await AccountWorld.open(DEFAULT_POLICY, [half('main', 0), half('other', 32)]);
  seq = 0;
  await world.deposit(aliceAddress, ETH, ONE);
  await world.deposit(bobAddress, ETH, ONE);
});
afterEach(async () => {
  await world.stop();
  expect(world.fatal).toEqual([]);
});

async function say(found: SolvencyDifference | null): Promise<void> {
  seq += 1;
  const data = solvencyVerdict.encode({ at: world.clock.now(), block: 7, difference: found, seq });
  world.broker.append('SOLVENCY', { subject: solvencyVerdict.subject(), seq, data });
  await world.quiet();
}

function status(): string | undefined {
  const log = world.broker.stream('LEDGER').filter(({ subject }) => subject === ledgerListing.pattern);
  return log.map(({ data }) => ledgerListing.decode(data).listing.markets[0]?.status).at(-1);
}

let commands = 1;
async function withdraw(key: typeof alice, account: typeof aliceAddress) {
  commands += 1;
  return world.askFor(account, accountCommands.signWithdrawal, {
    ...{ grant: await world.grantOf(key), deadline: world.deadline, token: ETH, amount: amount(1n) },
    origin: { gateway: 'ws-1', connection: 1, command: commands },
  });
}

describe('a difference that the standing check found', () => {
  it('stops all markets and what leaves by our hand, in every group, until there is none any more', async () => {
    expect(await withdraw(alice, aliceAddress)).toMatchObject({ ok: true });
    await say(difference);
    expect(status()).toBe('cancel_only');
    for (const [key, account] of [[alice, aliceAddress] as const, [bob, bobAddress] as const]) {
      const refused = await withdraw(key, account);
      expect(refused).toMatchObject({ ok: false, code: 'WITHDRAWALS_PAUSED' });
      expect(refused).toMatchObject({ message: expect.stringContaining('the ledger has 6') });
    }
    const order = await world.orderRequest(alice, await world.grantOf(alice), world.sell());
    expect(await world.askFor(aliceAddress, accountCommands.placeOrder, order)).toMatchObject({
      ...{ ok: false, code: 'MARKET_CLOSED' },
    });
    await world.restart();
    expect(await withdraw(bob, bobAddress)).toMatchObject({ ok: false, code: 'WITHDRAWALS_PAUSED' });
    await say(null);
    expect(status()).toBe('open');
    expect(await withdraw(alice, aliceAddress)).toMatchObject({ ok: true });
    expect(await withdraw(bob, bobAddress)).toMatchObject({ ok: true });
  });
});
