import { describe, expect, it } from '@jest/globals';
import { marketId, orderId } from '@exchange/core/kernel';
import type { OrderName } from '@exchange/core/message';
import type { Order } from './order';
import { requestCancel, requestCancelAll } from './request-cancel';
import {
  ALICE,
  codeOf,
  DAI,
  ETH,
  factsOf,
  fund,
  hashOf,
  MARKET,
  newLedger,
  NOW,
  orderOf,
  place,
  taken,
  terms,
} from '../../test/setting.fixture';

function withOrders() {
  const ledger = newLedger();
  fund(ledger, ALICE, ETH, 1_000_000_000n);
  const sell = (cid: number) =>
    place(ledger, orderOf(ALICE, terms(ETH, 100_000_000n, DAI, 20_000_000n), { cid }));
  return { ledger, orders: [sell(1), sell(2)] };
}

const base = { account: ALICE, reason: 'owner', at: NOW } as const;

describe('cancels', () => {
  it('go to the book by id or cid, and release nothing yet', () => {
    const { ledger, orders } = withOrders();
    const byCid = taken(requestCancel(ledger, { ...base, name: { cid: 2 } }));
    expect(factsOf(byCid, 'marketInput')).toEqual([
      {
        kind: 'marketInput',
        market: MARKET.id,
        input: { kind: 'cancel', orderId: orders[1]?.id, account: ALICE, reason: 'owner' },
      },
    ]);
    expect(ledger.account(ALICE).balance(ETH.contract).held).toBe(200_000_000n);
  });

  it('of what is not open are refused', () => {
    const { ledger } = withOrders();
    expect(codeOf(requestCancel(ledger, { ...base, name: { id: orderId(999) } }))).toBe('ORDER_NOT_OPEN');
    expect(codeOf(requestCancel(ledger, { ...base, name: { cid: 3 } }))).toBe('ORDER_NOT_OPEN');
  });

  it('find an order by either hash, in both formats', () => {
    const { ledger, orders } = withOrders();
    for (const order of orders) {
      for (const hash of [order.digest, order.packedHash]) {
        const asked = taken(requestCancel(ledger, { ...base, name: { hash } }));
        expect(factsOf(asked, 'marketInput')).toMatchObject([{ input: { orderId: order.id } }]);
      }
    }
    const stranger = { hash: hashOf(5) };
    expect(codeOf(requestCancel(ledger, { ...base, name: stranger }))).toBe('ORDER_NOT_OPEN');
  });

  it('take several names of the same order, and refuse those of different ones', () => {
    const { ledger, orders } = withOrders();
    const [first, second] = orders as [Order, Order];
    const cancel = (name: OrderName) => requestCancel(ledger, { ...base, name });
    expect(codeOf(cancel({ id: first.id, cid: 1, hash: first.packedHash }))).toBe('ok');
    expect(codeOf(cancel({ cid: 1, hash: first.digest }))).toBe('ok');
    expect(cancel({ id: first.id, cid: 2 })).toMatchObject({
      ...{ code: 'INVALID_FIELD', message: `order ${first.id} does not have cid 2` },
    });
    expect(codeOf(cancel({ id: first.id, hash: second.digest }))).toBe('INVALID_FIELD');
    expect(codeOf(cancel({ cid: 2, hash: first.digest }))).toBe('INVALID_FIELD');
    expect(codeOf(cancel({ id: orderId(999), cid: 1 }))).toBe('ORDER_NOT_OPEN');
    expect(codeOf(cancel({}))).toBe('INVALID_FIELD');
  });

  it('of all orders can be limited to a market', () => {
    const { ledger } = withOrders();
    expect(requestCancelAll(ledger, { account: ALICE, at: NOW })).toHaveLength(2);
    expect(requestCancelAll(ledger, { account: ALICE, market: MARKET.id, at: NOW })).toHaveLength(2);
    expect(requestCancelAll(ledger, { account: ALICE, market: marketId('XY'), at: NOW })).toEqual([]);
  });
});
