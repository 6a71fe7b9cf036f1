import { ledgerControl, ledgerListing, operatorCommands } from '@exchange/contract/bus';
import { amount, marketId } from '@exchange/core/kernel';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AccountWorld } from '../../test/account-world.fixture';

describe('an edit of the listing', () => {
  let world: AccountWorld;
  beforeEach(async () => (world = await AccountWorld.open()));
  afterEach(async () => {
    await world.stop();
    expect(world.fatal).toEqual([]);
  });

  const market = marketId('ETHDAI');
  const listed = () => {
    const entry = world.broker
      .stream('LEDGER')
      .filter(({ subject }) => subject === ledgerListing.pattern)
      .at(-1);
    return entry === undefined ? undefined : ledgerListing.decode(entry.data).listing;
  };
  const controls = () =>
    world.broker
      .stream('LEDGER')
      .filter(({ subject }) => subject === ledgerControl.subject('ETHDAI'))
      .flatMap(({ data }) => ledgerControl.decode(data).inputs);
  const dai = {
    ...{ symbol: 'DAI', name: 'Dai', minOrderAmount: amount(20_000n), minOrderRemaining: amount(17n) },
    ...{ description: 'A stable coin.', links: { website: 'https://example.org' } },
  };
  const minimums = { minOrderAmountQuote: amount(30_000n), minOrderRemainingQuote: amount(18n) };

  it('reaches the gateways and the engine, and is remembered', async () => {
    const { editToken, editMarket } = operatorCommands;
    expect(await world.order(editToken, dai)).toMatchObject({ ok: true });
    expect(await world.order(editMarket, { market, ...minimums })).toMatchObject({
      ok: true,
    });
    // The answer waits for the commit, not for the logs.
    await world.quiet();
    const rules = controls().filter(({ kind }) => kind === 'rules');
    expect(rules.at(-1)).toMatchObject({
      rules: { market: 'ETHDAI', index: 1, minOrderRemainingQuote: 18n },
    });
    expect(rules).toHaveLength(3);
    await world.restart();
    await world.order(operatorCommands.setMarketStatus, { market, status: 'post_only' });
    await world.quiet();
    expect(listed()?.tokens.find(({ symbol }) => symbol === 'DAI')).toMatchObject(dai);
    expect(listed()?.markets).toEqual([
      expect.objectContaining({ market: 'ETHDAI', ...minimums, status: 'post_only' }),
    ]);
  });

  it('is told anew to the engine by each process, and when the engine goes over to newer rules of matching', async () => {
    const told = () => controls().filter(({ kind }) => kind === 'rules');
    const report = () => world.report([{ kind: 'status', status: 'open' }]);
    await world.tick();
    const before = told().length;
    expect(told().at(-1)).toMatchObject({ rules: { minOrderAmount: expect.any(BigInt) } });
    await report();
    await world.tick();
    expect(told()).toHaveLength(before);
    world.rulesVersion = 2;
    await report();
    await report();
    expect(told()).toHaveLength(before + 1);
    await world.restart();
    await world.tick();
    expect(told()).toHaveLength(before + 2);
  });

  it('of what isn’t listed is refused, and so is listing it again with other values', async () => {
    const before = listed();
    const xyz = { ...dai, symbol: 'XYZ' };
    expect(await world.order(operatorCommands.editToken, xyz)).toMatchObject({
      code: 'UNKNOWN_TOKEN',
    });
    const again = { market, traded: 'ETH', quote: 'DAI', ...minimums };
    expect(await world.order(operatorCommands.listMarket, again)).toMatchObject({
      code: 'ALREADY_LISTED',
    });
    expect(listed()).toEqual(before);
  });
});
