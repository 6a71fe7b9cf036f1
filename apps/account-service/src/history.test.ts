import { accountCommands, accountQueries, operatorCommands, type RequestOf } from '@exchange/contract/bus';
import {
  type Address,
  amount,
  type OrderId,
  orderId,
  partitionOf,
  present,
  rateKey,
  type TradeId,
  tradeId,
  ZERO_AMOUNT,
} from '@exchange/core/kernel';
import type { MarketEvent } from '@exchange/core/message';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Wallet } from 'ethers';
import {
  AccountWorld,
  alice,
  aliceAddress,
  blockHash,
  bob,
  bobAddress,
  DAI,
  ETH,
  ONE,
} from '../test/account-world.fixture';

let world: AccountWorld;
let grants: Record<'alice' | 'bob', string>;
beforeEach(async () => {
  world = await AccountWorld.open();
  await world.deposit(aliceAddress, ETH, 100n * ONE);
  await world.deposit(bobAddress, DAI, 100_000n * ONE);
  grants = { alice: await world.grantOf(alice), bob: await world.grantOf(bob) };
});
afterEach(async () => {
  await world.stop();
  expect(world.fatal).toEqual([]);
});

async function place(key: Wallet, account: Address, grant: string, nonce: number): Promise<OrderId> {
  const sell = world.sell(nonce);
  const { sellToken, sellAmount, buyToken, buyAmount } = sell;
  const turned = { sellToken: buyToken, sellAmount: buyAmount, buyToken: sellToken, buyAmount: sellAmount };
  const terms = account === aliceAddress ? sell : { ...sell, ...turned };
  const reply = await world.askFor(
    account,
    accountCommands.placeOrder,
    await world.orderRequest(key, grant, terms),
  );
  if (!reply.ok) throw new Error(reply.message);
  await world.clock.advance(10);
  return reply.value.orderId;
}

type OrdersPage = Omit<RequestOf<typeof accountQueries.historicalOrdersQuery>, 'grant'>;
const orders = async (page: OrdersPage, account = aliceAddress, grant = grants.alice) => {
  const reply = await world.askFor(account, accountQueries.historicalOrdersQuery, { grant, ...page });
  return reply.ok ? reply.value.orders.map(({ id, active }) => ({ id, active })) : reply;
};

describe('getHistoricalOrders', () => {
  it('has what was placed later first, though the clock of whoever goes on is behind', async () => {
    world.clock.step(30_000);
    const first = await place(alice, aliceAddress, grants.alice, 1);
    world.clock.step(-30_000);
    await world.restart();
    const second = await place(alice, aliceAddress, grants.alice, 2);
    expect(await orders({ limit: 1 })).toEqual([{ id: second, active: true }]);
    // A clock that was wrong by more than that is no time to go on from.
    world.clock.step(90_000);
    await place(alice, aliceAddress, grants.alice, 3);
    world.clock.step(-90_000);
    await world.restart();
    const last = await place(alice, aliceAddress, grants.alice, 4);
    expect(await orders({ limit: 4 })).toMatchObject([{}, { id: last }, { id: second }, { id: first }]);
  });

  it('has all orders of the account, newest first, page by page', async () => {
    const ids = [];
    for (const nonce of [1, 2, 3]) ids.push(await place(alice, aliceAddress, grants.alice, nonce));
    const [first, second, third] = ids.map((id) => present(id, 'id'));
    expect(await orders({ limit: 2 })).toEqual([
      { id: third, active: true },
      { id: second, active: true },
    ]);
    expect(await orders({ limit: 2, before: present(second, 'id') })).toEqual([{ id: first, active: true }]);
    expect(await orders({ limit: 2, market: 'NONE' })).toEqual([]);
  });

  it('tells nothing of another account’s orders, whether they exist or not', async () => {
    const id = await place(alice, aliceAddress, grants.alice, 1);
    const probe = (before: number) => orders({ limit: 5, before }, bobAddress, grants.bob);
    expect(await probe(id)).toMatchObject({ ok: false, code: 'INVALID_FIELD' });
    expect(await probe(id)).toEqual(await probe(id + 1));
    expect(await orders({ limit: 5 }, bobAddress, grants.bob)).toEqual([]);
    const foreign = { grant: `${grants.alice}x`, limit: 5 };
    const forged = await world.askFor(aliceAddress, accountQueries.historicalOrdersQuery, foreign);
    expect(forged).toMatchObject({ ok: false, code: 'INVALID_GRANT' });
  });
});

describe('the open orders of an account', () => {
  it('come in parts, each after the last order of the one before', async () => {
    const count = 450;
    const limits = { account: aliceAddress, pointTenths: 1_000_000 };
    await world.order(operatorCommands.setAccountLimits, limits, partitionOf(aliceAddress));
    await world.deposit(aliceAddress, ETH, 1000n * ONE);
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    await Promise.all(
      numbers.map(async (nonce) => {
        const request = await world.orderRequest(alice, grants.alice, world.sell(nonce));
        await world.askFor(aliceAddress, accountCommands.placeOrder, request);
      }),
    );
    const first = await world.askFor(aliceAddress, accountQueries.activeOrdersQuery, { grant: grants.alice });
    if (!first.ok) throw new Error(first.message);
    expect(first.value.more).toBe(true);
    const id = present(first.value.orders.at(-1), 'last order').id;
    const after = { grant: grants.alice, id: orderId(id) };
    const other = await world.askFor(aliceAddress, accountQueries.activeOrdersAfterQuery, after);
    if (!other.ok) throw new Error(other.message);
    expect(other.value.more).toBe(false);
    const ids = [...first.value.orders, ...other.value.orders].map((order) => order.id);
    expect(new Set(ids).size).toBe(count);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
  });
});

describe('trades, entries and traces', () => {
  const TRADE = tradeId(2 ** 40 + 1);
  let sold: OrderId;

  beforeEach(async () => {
    sold = await place(alice, aliceAddress, grants.alice, 1);
    const bought = await place(bob, bobAddress, grants.bob, 2);
    const fees = { makerPpm: 0, takerPpm: 2500, settlementFee: ZERO_AMOUNT, rebateToken: 'sell' } as const;
    const side = { sellBook: ZERO_AMOUNT, buyBook: ZERO_AMOUNT, fees };
    const trade: MarketEvent = {
      ...{ kind: 'trade', tradeId: TRADE, time: world.clock.now(), takerSide: 'buy' },
      ...{ rateKey: rateKey(560_000), traded: amount(ONE), quote: amount(200n * ONE) },
      maker: { orderId: orderId(sold), account: aliceAddress, ...side },
      taker: { orderId: orderId(bought), account: bobAddress, ...side },
    };
    await world.report([trade]);
  });

  const trace = async (
    id: { orderId: OrderId } | { tradeId: TradeId },
    account = aliceAddress,
    grant = grants.alice,
  ) => {
    const reply = await world.askFor(account, accountQueries.traceQuery, { grant, ...id });
    return reply.ok ? reply.value.trace : reply;
  };

  it('are the account’s own', async () => {
    const page = { grant: grants.alice, limit: 20 };
    const trades = await world.askFor(aliceAddress, accountQueries.userTradesQuery, page);
    expect(trades).toMatchObject({
      value: { trades: [{ id: TRADE, market: 'ETHDAI', buy: false, orderId: sold, role: 'maker' }] },
    });
    const entries = await world.askFor(aliceAddress, accountQueries.historicalEntriesQuery, page);
    expect(entries).toMatchObject({ value: { entries: [{ type: 'trade' }, { type: 'deposit' }] } });
  });

  it('of entries and a market are those of its trades alone', async () => {
    const entriesOf = async (market: string) => {
      const page = { grant: grants.alice, limit: 20, market };
      const reply = await world.askFor(aliceAddress, accountQueries.historicalEntriesQuery, page);
      return reply.ok ? reply.value.entries.map(({ type }) => type) : reply;
    };
    expect(await entriesOf('ETHDAI')).toEqual(['trade']);
    expect(await entriesOf('LINKETH')).toEqual([]);
    await world.restart();
    expect(await entriesOf('ETHDAI')).toEqual(['trade']);
  });

  it('lead from an order to the block of its trade', async () => {
    const told = { role: 'maker', settlementFeeToken: 'DAI' };
    const matched = { id: TRADE, orderId: sold, state: 'matched', batch: null, block: null, ...told };
    expect(await trace({ orderId: sold })).toMatchObject({
      order: { id: sold },
      trades: [matched],
      more: false,
    });
    const transaction = blockHash(7);
    await world.settlement({ kind: 'sent', batchId: 4, transaction, tradeIds: [TRADE] });
    const batch = { id: 4, transaction };
    expect(await trace({ tradeId: TRADE })).toMatchObject({
      trades: [{ state: 'sent', batch, block: null }],
    });
    await world.restart();
    expect(await trace({ tradeId: TRADE })).toMatchObject({
      order: { id: sold },
      trades: [{ state: 'sent', batch }],
    });
  });

  it('refuses another account’s order and trade like ones that don’t exist', async () => {
    const ofBob = (id: Parameters<typeof trace>[0]) => trace(id, bobAddress, grants.bob);
    expect(await ofBob({ orderId: sold })).toMatchObject({ code: 'UNKNOWN_ORDER' });
    expect(await ofBob({ orderId: sold })).toEqual(await ofBob({ orderId: orderId(12345) }));
    expect(await ofBob({ tradeId: tradeId(TRADE + 1) })).toMatchObject({ code: 'UNKNOWN_TRADE' });
  });
});
