import { describe, expect, it } from '@jest/globals';
import { marketId, orderId } from '@exchange/core/kernel';
import { requestCancel, requestCancelAll } from './request-cancel';
import {
  ALICE,
  codeOf,
  DAI,
  ETH,
  factsOf,
  fund,
  MARKET,
  newLedger,
  NOW,
  orderOf,
  place,
  taken,
  terms,
} from './testing/setting';

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
    const byCid = taken(requestCancel(ledger, { ...base, choice: { cid: 2 } }));
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
    expect(codeOf(requestCancel(ledger, { ...base, choice: { id: orderId(999) } }))).toBe('ORDER_NOT_OPEN');
    expect(codeOf(requestCancel(ledger, { ...base, choice: { cid: 3 } }))).toBe('ORDER_NOT_OPEN');
  });

  it('of all orders can be limited to a market', () => {
    const { ledger } = withOrders();
    expect(requestCancelAll(ledger, { account: ALICE, at: NOW })).toHaveLength(2);
    expect(requestCancelAll(ledger, { account: ALICE, market: MARKET.id, at: NOW })).toHaveLength(2);
    expect(requestCancelAll(ledger, { account: ALICE, market: marketId('XY'), at: NOW })).toEqual([]);
  });
});
