import { type Address, address, amount, type Hash, hash, tradeId } from '@exchange/core/kernel';
import type { SignedOrder } from '@exchange/core/message';
import fc from 'fast-check';
import type { BatchOrder, BatchTrade } from '../src/encode-batch';
import type { SignedAmounts, TradeAmounts } from '../src/trade-terms';

const hex = (value: bigint, digits: number): string => `0x${value.toString(16).padStart(digits, '0')}`;

export const accountOf = (index: number): Address => address(hex(BigInt(index + 1), 40));
export const hashOf = (index: number): Hash => hash(hex(BigInt(index + 1), 64));
export const TOKENS = [accountOf(1000), accountOf(1001)] as const;

/** An order of an account, as far as encoding looks at it. */
export function orderOf(
  index: number,
  { account = accountOf(index), ...signed }: Partial<SignedOrder> & { readonly account?: Address } = {},
): BatchOrder {
  return {
    account,
    orderHash: hashOf(index),
    order: {
      terms: {
        sellToken: TOKENS[0],
        sellAmount: amount(1n),
        buyToken: TOKENS[1],
        buyAmount: amount(2n),
        expiry: 3,
        nonce: 4,
      },
      signature: { v: 27, r: hashOf(5), s: hashOf(6) },
      format: 'signTypedData',
      signer: account,
      ...signed,
    },
  };
}

export function tradeOf(id: number, maker: BatchOrder, taker: BatchOrder): BatchTrade {
  return { id: tradeId(id), maker, taker, amounts: amountsOf({}) };
}

export function amountsOf(overrides: Partial<TradeAmounts>): TradeAmounts {
  const zero = amount(0n);
  const none = { makerFee: zero, takerFee: zero, makerRebate: zero };
  return { makerAmount: amount(10n), takerAmount: amount(20n), ...none, rebateToken: 'sell', ...overrides };
}

const uint128 = fc.bigInt({ min: 0n, max: (1n << 128n) - 1n }).map(amount);
const modest = fc.bigInt({ min: 1n, max: 10n ** 18n }).map(amount);

/** Any amounts at all, also those that no engine would make. */
export const anyAmounts: fc.Arbitrary<TradeAmounts> = fc.record({
  makerAmount: uint128,
  takerAmount: uint128,
  makerFee: uint128,
  takerFee: uint128,
  makerRebate: uint128,
  rebateToken: fc.constantFrom('sell' as const, 'buy' as const),
});

export const anySignedAmounts: fc.Arbitrary<SignedAmounts> = fc.record({
  sellAmount: modest,
  buyAmount: modest,
});
