import { describe, expect, it } from '@jest/globals';
import { type MarketId, marketId, orderId } from '@exchange/core/kernel';
import type { OrderName } from '@exchange/core/message';
import type { Order } from './order';
import type { Fact } from '../fact';
import { requestCancel, requestCancelAll, requestCancelVia } from './request-cancel';
import {
  ALICE,
  chain,
  codeOf,
  DAI,
  ETH,
  factsOf,
  fund,
  hashOf,
  MARKET,
  newLedger,
  newPlace,
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
    expect(factsOf(byCid.facts, 'marketInput')).toEqual([
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
    for (const form of ['digest', 'packedHash'] as const) {
      const { ledger, orders } = withOrders();
      for (const order of orders) {
        const asked = taken(requestCancel(ledger, { ...base, name: { hash: order[form] } }));
        expect(factsOf(asked.facts, 'marketInput')).toMatchObject([{ input: { orderId: order.id } }]);
      }
    }
    const { ledger } = withOrders();
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
    const inputs = (market?: MarketId) => {
      const { facts, orders } = requestCancelAll(withOrders().ledger, { account: ALICE, market, at: NOW });
      return [factsOf(facts, 'marketInput').length, orders.size];
    };
    expect(inputs()).toEqual([2, 2]);
    expect(inputs(MARKET.id)).toEqual([2, 2]);
    expect(inputs(marketId('XY'))).toEqual([0, 0]);
  });

  it('are asked once, whatever asks for them and how often', () => {
    const { ledger, orders } = withOrders();
    const [first] = orders as [Order];
    const asked: Fact[] = [];
    const one = () => taken(requestCancel(ledger, { ...base, name: { id: first.id } }));
    const exit = (block: number) =>
      chain(
        ledger,
        ALICE,
        'seen',
        { kind: 'exit_requested', account: ALICE, token: ETH.contract, effectiveAt: 1 },
        newPlace(block),
      );
    expect(one().alreadyAsked).toBe(false);
    for (let times = 0; times < 200; times += 1) {
      const all = requestCancelAll(ledger, { account: ALICE, at: NOW });
      expect(all.orders.size).toBe(2);
      const lost = requestCancelVia(ledger, { account: ALICE, via: new Set(['ws-1/1']), at: NOW });
      asked.push(...all.facts, ...exit(times + 1), ...one().facts, ...lost);
    }
    expect(one().alreadyAsked).toBe(true);
    expect(factsOf(asked, 'marketInput')).toHaveLength(1);
    expect(factsOf(asked, 'orderChanged')).toMatchObject([{ quiet: true, order: { cancelAsked: true } }]);
  });
});
