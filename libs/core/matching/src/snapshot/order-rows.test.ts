import { describe, expect, it } from '@jest/globals';
import { AMOUNT_MAX, amount, DefectError, orderId } from '@exchange/core/kernel';
import { memoryStore } from '../book/memory-store';
import { marketRules, openMarket, order, rateKeyOf, run } from '../../test/market.fixture';
import type { OpenOrder } from '../order/open-order';
import { type ListedOrders, packOrders, unpackOrders } from './order-rows';
import { orderToSnapshot } from './order-snapshot';
import { restoreMarket, snapshotMarket } from './snapshot';
import { stateHash } from '../market/state-hash';

function open(id: number, change: Partial<OpenOrder> = {}): OpenOrder {
  const placed = order({ id, account: id % 7, side: id % 2 === 0 ? 'buy' : 'sell', traded: 5n, quote: 9n });
  return {
    ...{ orderId: placed.orderId, account: placed.account, side: placed.side, fees: placed.fees },
    ...{ sellAmount: placed.sellAmount, buyAmount: placed.buyAmount, expiresAt: placed.expiresAt },
    ...{
      sold: amount(0n),
      bought: amount(0n),
      sellBook: placed.sellAmount,
      buyBook: placed.buyAmount,
      held: placed.sellAmount,
    },
    ...{ rateKey: rateKeyOf('2'), hidden: false, execution: undefined },
    ...{ stopRateKey: undefined, peg: undefined, ...change },
  };
}

const again = (items: ListedOrders) => [...unpackOrders(JSON.parse(JSON.stringify(items)) as ListedOrders)];

describe('rows of orders', () => {
  it('give back every field, whether it is as it was signed or not', () => {
    const orders = [
      open(1),
      open(Number.MAX_SAFE_INTEGER, { hidden: true, execution: 'post_only' }),
      open(3, { execution: 'immediate_or_cancel', expiresAt: 2 ** 40 }),
      open(4, { execution: 'fill_or_kill', fees: { ...open(4).fees, rebateToken: 'buy', makerPpm: 77 } }),
      open(5, {
        sold: amount(1n),
        bought: amount(5n),
        sellBook: amount(2n),
        buyBook: amount(3n),
        held: amount(4n),
      }),
      open(6, { sellBook: amount(0n), buyBook: amount(0n), held: amount(0n) }),
      open(7, {
        ...{ sellAmount: AMOUNT_MAX, buyAmount: AMOUNT_MAX, sold: AMOUNT_MAX },
        ...{ sellBook: AMOUNT_MAX, buyBook: AMOUNT_MAX, held: AMOUNT_MAX },
      }),
      open(8, { fees: { ...open(8).fees, version: 2 } }),
    ];
    const items = packOrders(orders);
    expect(items).toHaveLength(1);
    expect(again(items)).toEqual(orders);
  });

  it('stand between orders with a stop or a peg, and none has more than a thousand', () => {
    const orders = Array.from({ length: 2_500 }, (_, index) => open(index + 1));
    orders[1_200] = open(1_201, { stopRateKey: rateKeyOf('3') });
    orders[1_201] = open(1_202, { peg: { currency: 'USD', rateKey: rateKeyOf('1') } });
    const items = packOrders(orders);
    expect(items.map((item) => ('rows' in item ? item.rows.split('\n').length : 'order'))).toEqual([
      ...[1_000, 200, 'order', 'order', 1_000, 298],
    ]);
    expect(again(items)).toEqual(orders);
    expect(again(packOrders([]))).toEqual([]);
  });

  it('are refused when they were not written so', () => {
    const [item] = packOrders([open(1)]);
    if (item === undefined || !('rows' in item)) throw new Error('no rows');
    const broken = [
      { ...item, rows: '' },
      { ...item, rows: `${item.rows},1` },
      { ...item, rows: item.rows.replace('5', '-5') },
      { ...item, accounts: [] },
      { ...item, fees: [] },
    ];
    for (const rows of broken) expect(() => [...unpackOrders([rows])]).toThrow(DefectError);
  });

  it('are not in snapshots of version 1, which are read all the same', () => {
    const market = openMarket(marketRules({ traded: 0, quote: 0 }), { store: memoryStore() });
    for (const id of [1, 2, 3]) {
      run(market, order({ id, account: id, side: 'sell', traded: BigInt(id), quote: 9n }));
    }
    const snapshot = snapshotMarket(market);
    const sells = [...market.book.orders('sell')].map(orderToSnapshot);
    const restored = restoreMarket({ ...snapshot, version: 1, sells });
    expect(stateHash(restored)).toBe(stateHash(market));
    expect(snapshotMarket(restored)).toEqual(snapshot);
    expect([...market.book.orders('sell')].map(({ orderId }) => orderId)).toEqual([3, 2, 1].map(orderId));
  });
});
