import { hash } from '@exchange/core/kernel';
import { describe, expect, it } from '@jest/globals';
import { OperatorOrders, ORDERS_KEPT } from './operator-orders';

describe('orders of the operator’s log', () => {
  const order = (seq: number, digit = 'a') => ({ seq, hash: hash(`0x${digit.repeat(64)}`) });
  const effects = [{ what: 'status', of: 'ETHDAI', before: 'open', after: 'post_only' }];

  it('are new once; a repeat is answered with what the first changed', () => {
    const orders = new OperatorOrders();
    expect(orders.effectsOf(order(7))).toEqual({ ok: true, value: undefined });
    orders.keep(order(7), effects);
    expect(orders.effectsOf(order(7))).toEqual({ ok: true, value: effects });
    expect(orders.effectsOf(order(9))).toEqual({ ok: true, value: undefined });
  });

  it('of one sequence and two hashes are a fork', () => {
    const orders = new OperatorOrders();
    orders.keep(order(7), effects);
    orders.keep(order(9), []);
    expect(orders.effectsOf(order(7, 'b'))).toMatchObject({ code: 'OPERATOR_LOG_FORKED' });
    expect(orders.effectsOf(order(9, 'b'))).toMatchObject({ code: 'OPERATOR_LOG_FORKED' });
  });

  it('that come after later ones are refused, since they might undo them', () => {
    const orders = new OperatorOrders();
    orders.keep(order(9), []);
    expect(orders.effectsOf(order(8))).toMatchObject({
      code: 'OPERATOR_ORDER_PASSED',
      message: expect.stringContaining('entry 9 was since'),
    });
  });

  it('are kept up to a number, the newest of them, in whatever order they were read', () => {
    const orders = new OperatorOrders();
    for (let seq = ORDERS_KEPT; seq >= 0; seq -= 1) orders.keep(order(seq), effects);
    expect(orders.effectsOf(order(1))).toEqual({ ok: true, value: effects });
    expect(orders.effectsOf(order(0))).toMatchObject({ code: 'OPERATOR_ORDER_PASSED' });
  });
});
