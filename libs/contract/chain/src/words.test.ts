import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EventFragment, zeroPadValue, type ParamType } from 'ethers';
import { encodeSettleBatch } from './calls';
import { exchangeInterface } from './exchange-interface';
import { EventLayout, word } from './words';

const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((given) => `0x${Buffer.from(given).toString('hex')}`);

function valueOf({ type }: ParamType): fc.Arbitrary<string | bigint | boolean> {
  if (type === 'address') return hex(20);
  if (type === 'bytes32') return hex(32);
  if (type === 'bool') return fc.boolean();
  return fc.bigInt(0n, (1n << BigInt(type.slice('uint'.length))) - 1n);
}

const events = exchangeInterface.fragments.filter((fragment) => EventFragment.isFragment(fragment));

describe('words of a log', () => {
  it.each(events.map((event) => [event.name, event] as const))(
    'reads %s as ethers wrote it',
    (_name, event) => {
      const layout = new EventLayout(event);
      fc.assert(
        fc.property(fc.tuple(...event.inputs.map(valueOf)), (values) => {
          const words = layout.read(exchangeInterface.encodeEventLog(event, values));
          for (const [index, { name, type }] of event.inputs.entries()) {
            const told = values[index];
            if (type === 'address') expect(words.address(name)).toBe(told);
            else if (type === 'bytes32') expect(words.hash(name)).toBe(told);
            else if (type === 'bool') expect(words.isTrue(name)).toBe(told);
            else expect(words.integer(name)).toBe(told);
          }
        }),
        { numRuns: 20 },
      );
    },
  );

  it('takes no log of another form', () => {
    const [event] = events;
    if (event === undefined) throw new Error('no events');
    const layout = new EventLayout(event);
    const values = event.inputs.map(({ type }) =>
      type === 'bool' ? true : zeroPadValue('0x01', type === 'address' ? 20 : 32),
    );
    const log = exchangeInterface.encodeEventLog(event, values);
    expect(() => layout.read({ ...log, data: `${log.data}00` })).toThrow(/a log the contract can't write/);
    expect(() => layout.read({ ...log, topics: [...log.topics, word(1)] })).toThrow(
      /a log the contract can't write/,
    );
  });

  it('takes a small member only up to 40 bits', () => {
    const event = EventFragment.from('event Moved(uint256 at)');
    const layout = new EventLayout(event);
    const logOf = (at: bigint) => ({ topics: [event.topicHash], data: `0x${word(at)}` });
    expect(layout.read(logOf((1n << 40n) - 1n)).small('at')).toBe(2 ** 40 - 1);
    expect(() => layout.read(logOf(1n << 40n)).small('at')).toThrow(/more than 40 bits/);
  });

  it('has no place for a member without a fixed size', () => {
    expect(() => new EventLayout(EventFragment.from('event Said(string what)'))).toThrow(/isn't one word/);
  });
});

describe('call data of settleBatch', () => {
  const order = fc.record({ amounts: hex(32), terms: hex(32), tokens: hex(32), r: hex(32), vs: hex(32) });
  const trade = fc.record({ amounts: hex(32), fees: hex(32), ids: hex(32) });
  const attestations = fc.record({ r: hex(32), vs: hex(32) });
  const batches = fc.record({ orders: fc.array(order), trades: fc.array(trade) });

  it('is what ethers makes of it', () => {
    const numbers = [fc.bigInt(0n, (1n << 64n) - 1n), fc.nat(2 ** 31)] as const;
    fc.assert(
      fc.property(...numbers, batches, attestations, (id, validUntil, batch, attestation) => {
        const wanted = exchangeInterface.encodeFunctionData('settleBatch', [
          id,
          validUntil,
          batch.orders,
          batch.trades,
          attestation.r,
          attestation.vs,
        ]);
        expect(encodeSettleBatch(id, validUntil, batch, attestation)).toBe(wanted);
      }),
    );
  });

  it('is refused where a word is too short', () => {
    const trades = [{ amounts: '0x01', fees: `0x${word(0)}`, ids: `0x${word(0)}` }];
    const attestation = { r: `0x${word(0)}`, vs: `0x${word(0)}` };
    expect(() => encodeSettleBatch(1n, 1, { orders: [], trades }, attestation)).toThrow(/not a word/);
    expect(() => encodeSettleBatch(1n, 1, { orders: [], trades: [] }, { ...attestation, vs: '0x' })).toThrow(
      /not a word/,
    );
  });
});
