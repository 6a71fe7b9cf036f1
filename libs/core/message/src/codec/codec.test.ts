import { describe, expect, it } from '@jest/globals';
import { Value } from '@sinclair/typebox/value';
import { address, amount as amountOf, AMOUNT_MAX, orderId as orderIdOf } from '@exchange/core/kernel';
import {
  amount,
  bool,
  listOf,
  nullable,
  object,
  optional,
  orderId,
  signedAmount,
  text,
  uint,
  type ValueOf,
  variants,
} from '.';
import * as values from './values';

const leg = object({ order: orderId, sold: amount, note: optional(text) });
const input = variants({ place: { legs: listOf(leg), fee: nullable(signedAmount) }, time: { now: uint } });
type Input = ValueOf<typeof input>;

const place: Input = {
  kind: 'place',
  legs: [
    { sold: AMOUNT_MAX, order: orderIdOf(7) },
    { order: orderIdOf(8), sold: amountOf(0n), note: 'last' },
  ],
  fee: -5n,
};

describe('a codec', () => {
  it('gives back what it was given', () => {
    for (const value of [place, { kind: 'time', now: 3 } as const]) {
      const json: unknown = JSON.parse(JSON.stringify(input.write(value)));
      expect(Value.Check(input.schema, json)).toBe(true);
      expect(input.read(json)).toEqual(value);
    }
  });

  it('writes members in the order of its definition, and absent ones not at all', () => {
    expect(JSON.stringify(input.write(place))).toBe(
      `{"kind":"place","legs":[{"order":7,"sold":"${AMOUNT_MAX}"},{"order":8,"sold":"0","note":"last"}],"fee":"-5"}`,
    );
  });

  it('ignores members that it does not know, so that a later release may add some', () => {
    const json = { kind: 'time', now: 3, zone: 'UTC' };
    expect(Value.Check(input.schema, json)).toBe(true);
    expect(input.read(json)).toEqual({ kind: 'time', now: 3 });
  });

  it('has a schema that turns away what does not fit', () => {
    const wrong = [
      { kind: 'tide', now: 3 },
      { kind: 'time' },
      { kind: 'time', now: -1 },
      { kind: 'place', legs: [{ order: 7, sold: '01' }], fee: null },
      { kind: 'place', legs: [{ order: 7, sold: 5 }], fee: null },
      { kind: 'place', legs: [{ order: 7, sold: '5' }] },
    ];
    expect(wrong.filter((json) => Value.Check(input.schema, json))).toEqual([]);
  });

  it('takes an amount beyond what the contract holds for a defect', () => {
    expect(() => amount.read((AMOUNT_MAX + 1n).toString())).toThrow('malformed amount');
  });

  it('keeps ids and addresses apart where it is compiled', () => {
    const owner: ValueOf<typeof values.address> = address(`0x${'ab'.repeat(20)}`);
    // @ts-expect-error -- an address is no hash
    const wrong: ValueOf<typeof values.hash> = owner;
    expect(values.hash.write(wrong)).toBe(owner);
    expect(Value.Check(values.hash.schema, owner)).toBe(false);
    expect(values.bool).toBe(bool);
  });
});
