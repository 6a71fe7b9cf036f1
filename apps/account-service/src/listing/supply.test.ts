import { ledgerListing } from '@exchange/contract/bus';
import { address } from '@exchange/core/kernel';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AccountWorld, DAI } from '../../test/account-world.fixture';

describe('the supply of a token', () => {
  let world: AccountWorld;
  beforeEach(async () => (world = await AccountWorld.open()));
  afterEach(async () => {
    await world.stop();
    expect(world.fatal).toEqual([]);
  });

  const listings = () =>
    world.broker
      .stream('LEDGER')
      .filter(({ subject }) => subject === ledgerListing.pattern)
      .map(({ data }) => ledgerListing.decode(data).listing);
  const told = () => listings().map(({ tokens }) => tokens.find(({ symbol }) => symbol === 'DAI')?.supply);
  async function hear(token: string, units: bigint): Promise<void> {
    world.submit({ kind: 'supply_heard', token: address(token), units });
    await world.quiet();
  }

  it('is listed in whole tokens, to the last unit, and told when it changed', async () => {
    const before = listings().length;
    await hear(DAI, 2n ** 128n - 1n);
    await hear(DAI, 2n ** 128n - 1n);
    await hear(DAI, 3n * 10n ** 18n);
    await hear(`0x${'99'.repeat(20)}`, 5n);
    expect(told().slice(before)).toEqual(['340282366920938463463.374607431768211455', '3']);
  });

  it('is remembered', async () => {
    await hear(DAI, 1_500_000_000_000_000_000n);
    await world.restart();
    const before = listings().length;
    await hear(DAI, 1_500_000_000_000_000_000n);
    expect(told()).toHaveLength(before);
    await hear(DAI, 1n);
    expect(told().at(-1)).toBe('0.000000000000000001');
  });
});
