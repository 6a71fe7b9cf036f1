import { describe, expect, it } from '@jest/globals';
import { assert } from '@exchange/core/kernel';
import fc from 'fast-check';
import { accountOf, anyAmounts, orderOf, tradeOf, TOKENS } from '../test/batch.fixture';
import { encodeBatch, type BatchTrade, type EncodedBatch, MAX_TRADES } from './encode-batch';

const tokenIdOf = (token: string): number | undefined => {
  const index = TOKENS.findIndex((known) => known === token);
  return index < 0 ? undefined : index + 1;
};

function encoded(trades: readonly BatchTrade[]): EncodedBatch {
  const result = encodeBatch(trades, tokenIdOf);
  assert(result.ok, 'the batch is encoded');
  return result.value;
}

const bits = (word: string, from: number, width: number): bigint =>
  (BigInt(word) >> BigInt(256 - from - width)) & ((1n << BigInt(width)) - 1n);

describe('encoding a batch', () => {
  it('lists an order of several trades once', () => {
    const sweeper = orderOf(9);
    const batch = encoded([0, 1, 2].map((index) => tradeOf(index, orderOf(index), sweeper)));
    expect(batch.orders).toHaveLength(4);
    const indexes = batch.trades.map(({ ids }) => [bits(ids, 64, 16), bits(ids, 80, 16)]);
    expect(indexes).toEqual([
      [0n, 1n],
      [2n, 1n],
      [3n, 1n],
    ]);
  });

  it('keeps two accounts that signed the same terms apart', () => {
    const twin = orderOf(1, { account: accountOf(7) });
    expect(encoded([tradeOf(1, orderOf(1), twin)]).orders).toHaveLength(2);
  });

  it('packs an order into the bits the contract reads', () => {
    const order = orderOf(1, { format: 'sign', signer: accountOf(8) });
    const [words] = encoded([tradeOf(1, order, orderOf(2))]).orders;
    assert(words !== undefined, 'there is an order');
    expect([bits(words.amounts, 0, 128), bits(words.amounts, 128, 128)]).toEqual([1n, 2n]);
    expect(bits(words.terms, 0, 160)).toBe(BigInt(order.account));
    expect([bits(words.terms, 160, 32), bits(words.terms, 192, 64)]).toEqual([3n, 4n]);
    expect([bits(words.tokens, 0, 16), bits(words.tokens, 16, 16)]).toEqual([1n, 2n]);
    expect([bits(words.tokens, 32, 8), bits(words.tokens, 40, 216)]).toEqual([3n, 0n]);
  });

  it('puts the parity of v into the highest bit of s', () => {
    const signature = { ...orderOf(1).order.signature, v: 28 };
    const [words] = encoded([tradeOf(1, orderOf(1, { signature }), orderOf(2))]).orders;
    expect(words?.vs.slice(0, 3)).toBe('0x8');
    expect(BigInt(words?.vs ?? 0) - (1n << 255n)).toBe(BigInt(signature.s));
  });

  it('packs any amounts so that they can be read back', () => {
    fc.assert(
      fc.property(anyAmounts, fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (amounts, id) => {
        const [words] = encoded([{ ...tradeOf(id, orderOf(1), orderOf(2)), amounts }]).trades;
        assert(words !== undefined, 'there is a trade');
        expect(bits(words.amounts, 0, 128)).toBe(amounts.makerAmount);
        expect(bits(words.amounts, 128, 128)).toBe(amounts.takerAmount);
        expect(bits(words.fees, 0, 128)).toBe(amounts.makerFee);
        expect(bits(words.fees, 128, 128)).toBe(amounts.takerFee);
        expect(bits(words.ids, 0, 64)).toBe(BigInt(id));
        const flagged = amounts.rebateToken === 'buy' && amounts.makerRebate > 0n;
        expect(bits(words.ids, 96, 32)).toBe(flagged ? 1n : 0n);
        expect(bits(words.ids, 128, 128)).toBe(amounts.makerRebate);
      }),
    );
  });

  it('refuses what the contract would refuse as a whole', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => tradeOf(index, orderOf(2 * index), orderOf(2 * index + 1)));
    expect(encoded(many(MAX_TRADES)).orders).toHaveLength(256);
    expect(encodeBatch(many(MAX_TRADES + 1), tokenIdOf)).toMatchObject({
      ok: false,
      code: 'TOO_MANY_TRADES',
    });
    const twice = [tradeOf(1, orderOf(1), orderOf(2)), tradeOf(1, orderOf(3), orderOf(4))];
    expect(encodeBatch(twice, tokenIdOf)).toMatchObject({ ok: false, code: 'DUPLICATE_TRADE' });
    const unknown = encodeBatch(many(1), () => undefined);
    expect(unknown).toEqual({ ok: false, code: 'UNKNOWN_TOKEN', token: TOKENS[0] });
  });
});
