import { accountCommands, ledgerControl, operatorCommands } from '@exchange/contract/bus';
import { marketId } from '@exchange/core/kernel';
import type { MarketStatus } from '@exchange/core/message';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AccountWorld, alice, aliceAddress, ETH, ONE } from '../../test/account-world.fixture';

describe('an operator', () => {
  let world: AccountWorld;
  beforeEach(async () => (world = await AccountWorld.open()));
  afterEach(async () => {
    await world.stop();
    expect(world.fatal).toEqual([]);
  });

  const market = marketId('ETHDAI');
  const { setMarketStatus, cancelMarketOrders, listMarket } = operatorCommands;
  const set = (status: MarketStatus) => world.order(setMarketStatus, { market, status });
  const effectsOf = async (answer: ReturnType<typeof set>) => {
    const reply = await answer;
    return reply.ok ? reply.value.effects : reply;
  };
  const told = async () => {
    await world.quiet();
    return world.broker
      .stream('LEDGER')
      .filter(({ subject }) => subject === ledgerControl.subject(market))
      .flatMap(({ data }) => ledgerControl.decode(data).inputs)
      .filter(({ kind }) => kind === 'status' || kind === 'cancel_all');
  };
  const place = async () => {
    await world.deposit(aliceAddress, ETH, 5n * ONE);
    const grant = await world.grantOf(alice);
    const order = await world.orderRequest(alice, grant, world.sell());
    return world.askFor(aliceAddress, accountCommands.placeOrder, order);
  };

  it('takes a market through its statuses to its end, and is told how many orders that touches', async () => {
    expect(await place()).toMatchObject({ ok: true });
    expect(await set('delisted')).toMatchObject({ code: 'INVALID_TRANSITION' });
    expect(await effectsOf(set('cancel_only'))).toEqual([
      { what: 'status', of: 'ETHDAI', before: 'open', after: 'cancel_only' },
      { what: 'open orders', of: 'ETHDAI', count: 1 },
    ]);
    expect(await effectsOf(set('delisted'))).toEqual([
      { what: 'status', of: 'ETHDAI', before: 'cancel_only', after: 'delisted' },
      { what: 'orders canceled', of: 'ETHDAI', count: 1 },
    ]);
    expect(await set('open')).toMatchObject({
      code: 'INVALID_TRANSITION',
      message: "ETHDAI is delisted, which is final; it can't become open",
    });
    expect(await place()).toMatchObject({ code: 'MARKET_CLOSED', message: 'ETHDAI is delisted' });
    expect((await told()).slice(-2)).toEqual([
      { kind: 'status', status: 'cancel_only' },
      { kind: 'status', status: 'delisted' },
    ]);
  });

  it('lists a market with a status that is stricter, and no market again that was delisted', async () => {
    const terms = {
      ...{ market: marketId('DAIETH'), traded: 'DAI', quote: 'ETH', status: 'post_only' as const },
      ...{ minOrderAmountQuote: 1n as never, minOrderRemainingQuote: 0n as never },
    };
    expect(await effectsOf(world.order(listMarket, terms))).toContainEqual({
      ...{ what: 'status', of: 'DAIETH', after: 'post_only' },
    });
    for (const status of ['cancel_only', 'delisted'] as const)
      await world.order(setMarketStatus, { market: terms.market, status });
    expect(await world.order(listMarket, terms)).toMatchObject({
      code: 'ALREADY_LISTED',
      message: 'DAIETH was listed and delisted, which is final',
    });
  });

  it('says what keeps a market closed whatever is set', async () => {
    const until = Math.floor(world.clock.now() / 1000) + 1_000;
    await world.mine([{ kind: 'parameter', name: 'settlementPausedUntil', value: String(until) }], ['seen']);
    await world.tick();
    expect(await effectsOf(set('post_only'))).toContainEqual({
      ...{ what: 'kept cancel_only by', of: 'ETHDAI', after: 'contract_paused' },
    });
    expect((await told()).at(-1)).toEqual({ kind: 'status', status: 'cancel_only' });
  });

  it('has all orders of a market canceled by its book', async () => {
    await place();
    const cancel = () => world.order(cancelMarketOrders, { market });
    const effects = [{ what: 'orders canceled', of: 'ETHDAI', count: 1 }];
    const tried = world.ask(cancelMarketOrders, ['0', 'operator-gateway'], { market });
    expect(await effectsOf(tried)).toEqual(effects);
    expect((await told()).map(({ kind }) => kind)).not.toContain('cancel_all');
    expect(await effectsOf(cancel())).toEqual(effects);
    expect((await told()).at(-1)).toEqual({ kind: 'cancel_all' });
    const [order] = [...world.store.table('orders').values()];
    await world.report([
      { kind: 'done', orderId: Number(order?.['id']) as never, account: aliceAddress, reason: 'operator' },
    ]);
    await world.quiet();
    expect(world.factsFor(aliceAddress)).toContainEqual(
      expect.objectContaining({ order: expect.objectContaining({ info: 'canceled: by the operator' }) }),
    );
    expect(await effectsOf(cancel())).toEqual([{ ...effects[0], count: 0 }]);
    expect(await world.order(cancelMarketOrders, { market: marketId('X') })).toMatchObject({
      code: 'UNKNOWN_MARKET',
    });
  });
});
