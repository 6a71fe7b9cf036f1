import { hash } from '@exchange/core/kernel';
import { describe, expect, it } from '@jest/globals';
import { foreignOrderAlarm } from './foreign-order';
import { OperatorOrders, ORDERS_AHEAD_MAX, ORDERS_KEPT } from './operator-orders';

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

  it('that no log can have come to are refused, and later ones of the real log are not passed by them', () => {
    const orders = new OperatorOrders();
    expect(orders.effectsOf(order(ORDERS_AHEAD_MAX))).toEqual({ ok: true, value: undefined });
    expect(orders.effectsOf(order(ORDERS_AHEAD_MAX + 1))).toMatchObject({
      code: 'OPERATOR_ORDER_AHEAD',
      message: expect.stringContaining('carried out here is none, so at most 1000000'),
    });
    orders.keep(order(9), []);
    const [last, ahead] = [9 + ORDERS_AHEAD_MAX, Number.MAX_SAFE_INTEGER];
    for (const seq of [last + 1, ahead])
      expect(orders.effectsOf(order(seq))).toMatchObject({
        code: 'OPERATOR_ORDER_AHEAD',
        message: expect.stringContaining(`entry ${seq} is too far ahead`),
      });
    expect(orders.effectsOf(order(last))).toEqual({ ok: true, value: undefined });
    expect(orders.effectsOf(order(10))).toEqual({ ok: true, value: undefined });
  });

  it.each([
    ['OPERATOR_LOG_FORKED', 'operator_log_forked'],
    ['OPERATOR_ORDER_AHEAD', 'operator_log_forked'],
    ['OPERATOR_ORDER_PASSED', undefined],
    ['INVALID_FIELD', undefined],
  ] as const)('refused as %s raise %s', (code, alarm) => {
    expect(foreignOrderAlarm({ ok: false, code, message: 'x' })?.fields['alarm']).toBe(alarm);
  });

  it('are kept up to a number, the newest of them, in whatever order they were read', () => {
    const orders = new OperatorOrders();
    for (let seq = ORDERS_KEPT; seq >= 0; seq -= 1) orders.keep(order(seq), effects);
    expect(orders.effectsOf(order(1))).toEqual({ ok: true, value: effects });
    expect(orders.effectsOf(order(0))).toMatchObject({ code: 'OPERATOR_ORDER_PASSED' });
  });
});
