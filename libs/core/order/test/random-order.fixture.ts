import { type Address, address, type TokenAmount } from '@exchange/core/kernel';
import fc from 'fast-check';
import type { SigningDomain } from '../terms/src/domain';
import type { OrderTerms } from '../terms/src/terms';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

export const anyAddress: fc.Arbitrary<Address> = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => address(`0x${hex(bytes)}`));

export const anyAmount = fc.bigInt({ min: 0n, max: (1n << 128n) - 1n }) as fc.Arbitrary<TokenAmount>;

export const anyTerms: fc.Arbitrary<OrderTerms> = fc.record({
  sellToken: anyAddress,
  sellAmount: anyAmount,
  buyToken: anyAddress,
  buyAmount: anyAmount,
  expiry: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  nonce: fc.maxSafeNat(),
});

export const anyDomain: fc.Arbitrary<SigningDomain> = fc.record({
  name: fc.string(),
  chainId: fc.integer({ min: 1, max: 2 ** 31 }),
  contract: anyAddress,
});
