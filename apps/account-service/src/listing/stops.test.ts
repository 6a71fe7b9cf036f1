import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { accountCommands, ledgerControl, ledgerListing, operatorCommands } from '@exchange/contract/bus';
import { address, amount, type MarketId, marketId } from '@exchange/core/kernel';
import { alice, aliceAddress, bob, bobAddress } from '../../test/account-world.fixture';
import { FeeWorld } from '../../test/fees/fee-world.fixture';

const HOUR_MS = 3_600_000;
const market = marketId('ETHDAI');
/** The guardian pauses settlement until then, Unix seconds; 0: the admin ends it. */
const paused = (until: number) => ({
  ...{ kind: 'parameter' as const, name: 'settlementPausedUntil', value: String(until) },
});
const FAR = 9_999_999_999;
const settler = (holder: string, state: 'granted' | 'revoked') => ({
  ...{ kind: 'parameter' as const, name: `role.SETTLER.${address(`0x${holder.repeat(40)}`)}`, value: state },
});

let fees: FeeWorld;
beforeEach(async () => {
  fees = await FeeWorld.open();
});
afterEach(async () => {
  await fees.world.stop();
  expect(fees.world.fatal).toEqual([]);
});

/** What the books and the gateways were told last of a market. */
function status(of: MarketId = market) {
  const log = fees.world.broker.stream('LEDGER');
  const controls = log
    .filter(({ subject }) => subject === ledgerControl.subject(of))
    .flatMap(({ data }) => ledgerControl.decode(data).inputs)
    .filter(({ kind }) => kind === 'status');
  const listings = log
    .filter(({ subject }) => subject === ledgerListing.pattern)
    .map(({ data }) => ledgerListing.decode(data).listing.markets.find((one) => one.market === of)?.status);
  const last = controls.at(-1);
  const told = listings.at(-1);
  expect(last).toMatchObject({ status: told });
  return told;
}
async function operatorSets(wanted: 'open' | 'post_only' | 'cancel_only'): Promise<void> {
  await fees.world.order(operatorCommands.setMarketStatus, { market, status: wanted });
  await fees.world.quiet();
}
const messages = (account = aliceAddress) =>
  fees.world.factsFor(account).flatMap((fact) => (fact.kind === 'message' ? [fact.text] : []));

describe('a SETTLER that is revoked', () => {
  it('stops all markets at first sight, until one is granted again and that is final', async () => {
    const { world } = fees;
    await world.mine([settler('b', 'granted')]);
    expect(status()).toBe('open');
    const order = await fees.place(alice, 'sell', 1n);
    await fees.trade('sell', 1n);
    const revoked = await world.mine([settler('b', 'revoked')], ['seen']);
    expect(status()).toBe('cancel_only');
    await expect(fees.place(alice, 'sell', 1n)).rejects.toThrow('nobody may settle');
    await world.restart();
    await expect(fees.place(alice, 'sell', 1n)).rejects.toThrow('nobody may settle');
    await fees.tick();
    expect(messages().at(-1)).toContain('settlement has stopped');
    const cancel = await world.askFor(aliceAddress, accountCommands.cancelOrder, {
      ...{ grant: await world.grantOf(alice), deadline: world.deadline, id: order.orderId },
      origin: { gateway: 'ws-1', connection: 1, command: 8 },
    });
    expect(cancel).toMatchObject({ ok: true });
    await world.tellBlock('final', ...revoked);
    const granted = await world.mine([settler('b', 'granted')], ['seen']);
    expect(status()).toBe('cancel_only');
    await world.tellBlock('final', ...granted);
    expect(status()).toBe('open');
    await fees.tick();
    expect(messages().at(-1)).toBe('settlement is in time again');
    await fees.place(alice, 'sell', 1n);
  });

  it('is an alarm at once and again each minute, also after a restart, until it ends', async () => {
    const { world } = fees;
    const said = () => world.log.alarms.filter(({ alarm }) => alarm === 'settler_revoked');
    await world.mine([settler('b', 'granted')]);
    await world.mine([settler('b', 'revoked')], ['seen', 'final']);
    expect(said()).toEqual([{ alarm: 'settler_revoked', markets: [market] }]);
    await world.clock.advance(59_000);
    await fees.tick();
    expect(said()).toHaveLength(1);
    await world.clock.advance(1_000);
    await fees.tick();
    expect(said()).toHaveLength(2);
    await world.restart();
    await fees.tick();
    expect(said()).toHaveLength(3);
    await world.mine([settler('b', 'granted')], ['seen', 'final']);
    await world.clock.advance(60_000);
    await fees.tick();
    expect(said()).toHaveLength(3);
  });

  it('ends by itself when the revoke is undone, or is final and another one holds the role', async () => {
    const { world } = fees;
    await world.mine([settler('b', 'granted'), settler('c', 'granted')]);
    const first = await world.mine([settler('b', 'revoked')], ['seen']);
    expect(status()).toBe('cancel_only');
    await world.tellBlock('undone', ...first);
    expect(status()).toBe('open');
    const second = await world.mine([settler('b', 'revoked')], ['seen']);
    expect(status()).toBe('cancel_only');
    await world.tellBlock('final', ...second);
    expect(status()).toBe('open');
    await world.mine([settler('c', 'revoked')]);
    expect(status()).toBe('cancel_only');
  });

  it('stops a market that is listed meanwhile with its listing', async () => {
    const { world } = fees;
    await world.mine([settler('b', 'granted')]);
    await world.mine([settler('b', 'revoked')]);
    const listed = marketId('DAIETH');
    await world.order(operatorCommands.listMarket, {
      ...{ market: listed, traded: 'DAI', quote: 'ETH' },
      ...{ minOrderAmountQuote: amount(1n), minOrderRemainingQuote: amount(0n) },
    });
    await world.quiet();
    expect(status(listed)).toBe('cancel_only');
  });

  it('leaves the operator’s own status alone, which counts when it is stricter', async () => {
    const { world } = fees;
    await world.mine([settler('b', 'granted')]);
    await operatorSets('post_only');
    await world.mine([settler('b', 'revoked')]);
    await operatorSets('open');
    expect(status()).toBe('cancel_only');
    await operatorSets('cancel_only');
    await world.mine([settler('b', 'granted')]);
    expect(status()).toBe('cancel_only');
    await expect(fees.place(alice, 'sell', 1n)).rejects.toThrow('takes no orders now');
    await operatorSets('open');
    expect(status()).toBe('open');
  });
});

describe('a pause of the contract', () => {
  it('stops all markets at first sight, until its end is final', async () => {
    const { world } = fees;
    const begin = await world.mine([paused(FAR)], ['seen']);
    expect(status()).toBe('cancel_only');
    await world.tellBlock('final', ...begin);
    const end = await world.mine([paused(0)], ['seen']);
    await world.restart();
    expect(status()).toBe('cancel_only');
    await world.tellBlock('final', ...end);
    expect(status()).toBe('open');
  });

  it('ends by itself with the final block whose time it is, also after a restart', async () => {
    const { world } = fees;
    const until = Math.floor(world.clock.now() / 1000) + 60;
    await world.mine([paused(until)]);
    await world.tellBlock('seen', 900, [], { ahead: 60 });
    expect(status()).toBe('cancel_only');
    await expect(fees.place(alice, 'sell', 1n)).rejects.toThrow('the contract is paused');
    await world.tellBlock('final', 900, [], { ahead: 60 });
    expect(status()).toBe('open');
    await world.restart();
    await fees.tick();
    expect(status()).toBe('open');
    await fees.place(alice, 'sell', 1n);
  });

  it('of deposits stops no market, and gateways are told of it', async () => {
    const { world } = fees;
    const told = () =>
      world.broker
        .stream('LEDGER')
        .filter(({ subject }) => subject === ledgerListing.pattern)
        .map(({ data }) => ledgerListing.decode(data).depositsPaused)
        .at(-1);
    const change = (value: string) => ({ kind: 'parameter' as const, name: 'depositsPaused', value });
    const begin = await world.mine([change('true')], ['seen']);
    expect(told()).toBe(true);
    await fees.place(alice, 'sell', 1n);
    await world.tellBlock('final', ...begin);
    await world.mine([change('false')], ['seen', 'final']);
    expect(told()).toBeUndefined();
  });
});

describe('a trade that isn’t settled in time', () => {
  it('stops its market and its accounts, until it is final', async () => {
    const { world } = fees;
    const trade = await fees.trade('sell', 1n);
    await fees.later(3 * HOUR_MS);
    await fees.tick();
    expect(status()).toBe('open');
    await fees.later(1_000);
    await expect(fees.place(alice, 'sell', 1n)).rejects.toThrow('until its oldest trades are settled');
    expect(status()).toBe('cancel_only');
    await fees.tick();
    for (const account of [aliceAddress, bobAddress])
      expect(messages(account).at(-1)).toContain('settlement of your trades is late');
    await world.restart();
    expect(status()).toBe('cancel_only');
    await expect(fees.place(bob, 'buy', 1n)).rejects.toThrow('until its oldest trades are settled');
    await fees.settle(trade);
    expect(status()).toBe('open');
    await fees.tick();
    expect(messages().at(-1)).toBe('settlement is in time again');
    await fees.place(alice, 'sell', 1n);
  });

  it('is an eighth of a shorter waiting period old, which counts from its first sight', async () => {
    const { world } = fees;
    await fees.trade('sell', 1n);
    await fees.later(HOUR_MS);
    await fees.tick();
    expect(status()).toBe('open');
    const change = await world.mine([{ kind: 'parameter', name: 'waitingPeriod', value: '7200' }], ['seen']);
    expect(status()).toBe('cancel_only');
    await world.tellBlock('undone', ...change);
    expect(status()).toBe('open');
  });

  it('counts in the chain’s time, too, when that runs ahead', async () => {
    const { world } = fees;
    await world.mine([]);
    await fees.trade('sell', 1n);
    await world.tellBlock('seen', 900, [], { ahead: 3 * 3600 + 5 });
    expect(status()).toBe('cancel_only');
  });
});
