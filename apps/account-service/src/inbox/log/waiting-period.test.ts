import { ledgerListing } from '@exchange/contract/bus';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { AccountWorld, DAI } from '../../../test/account-world.fixture';
import { address } from '@exchange/core/kernel';

let world: AccountWorld;
beforeEach(async () => (world = await AccountWorld.open()));
afterEach(async () => {
  await world.stop();
  expect(world.fatal).toEqual([]);
});

const told = () =>
  world.broker
    .stream('LEDGER')
    .filter(({ subject }) => subject === ledgerListing.pattern)
    .map(({ data }) => ledgerListing.decode(data).waitingPeriod);

it('the contract’s waiting period goes to the gateways with the listing, and is remembered', async () => {
  expect(told().at(-1)).toBeUndefined();
  await world.mine([{ kind: 'parameter', name: 'waitingPeriod', value: '86400' }]);
  expect(told().at(-1)).toBe(86_400);
  await world.restart();
  world.submit({ kind: 'supply_heard', token: address(DAI), units: 5n });
  await world.quiet();
  expect(told().at(-1)).toBe(86_400);
});
