import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { amount } from '@exchange/core/kernel';
import type { ChainFact } from '@exchange/core/message';
import { MemoryDatabase } from '@exchange/test/kit';
import { AccountWorld, aliceAddress, bobAddress, ETH } from '../../../test/account-world.fixture';
import { FINAL_BLOCK, FINAL_BLOCK_BEGUN } from '../../accounts/account-book';
import { balanceTable } from '../../persistence/tables/account-tables';
import { counterTable } from '../../persistence/tables/output-tables';

let world: AccountWorld;
beforeEach(async () => (world = await AccountWorld.open()));
afterEach(async () => {
  await world.stop();
  expect(world.fatal).toEqual([]);
});

it('a final block that comes in parts is the newest one when all of it was applied, not before', async () => {
  const rows = new MemoryDatabase(world.store);
  const blocks = async () => {
    const found = await rows.find(counterTable, { where: { name: [FINAL_BLOCK, FINAL_BLOCK_BEGUN] } });
    return Object.fromEntries(found.map(({ name, last }) => [name, last]));
  };
  const settled = async () => {
    const found = await rows.find(balanceTable, {
      where: { account: [aliceAddress, bobAddress], token: ETH },
    });
    return found.map((balance) => balance.settled);
  };
  const [earlier] = await world.mine([]);
  const deposit = { kind: 'deposited', token: ETH, amount: amount(5n) } as const;
  const [block, facts] = await world.mine(
    [
      { ...deposit, account: aliceAddress, payer: aliceAddress },
      { ...deposit, account: bobAddress, payer: bobAddress },
    ],
    ['seen'],
  );
  const part = (index: number, told: { more?: true }) =>
    world.tellBlock('final', block, facts.slice(index, index + 1) as ChainFact[], told);
  await part(0, { more: true });
  await world.restart();
  expect([await blocks(), await settled()]).toEqual([
    { final_block: earlier, final_block_begun: block },
    [5n],
  ]);
  await part(1, {});
  await world.quiet();
  expect([await blocks(), await settled()]).toEqual([
    { final_block: block, final_block_begun: block },
    [5n, 5n],
  ]);
});
