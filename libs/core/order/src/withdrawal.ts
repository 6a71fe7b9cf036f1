import { type Address, ok, reject, type Result, type TokenAmount, unreachable } from '@exchange/core/kernel';
import { toHash, writeHex, writeUint128 } from './bytes';
import type { Crypto, Keccak256 } from './crypto';
import { personalDigest } from './digest';
import type { OrderSignature } from './signature';
import type { SigningDomain } from '../terms/src/domain';
import { domainSeparator } from './signing-domain';
import type { TypedField } from '../terms/src/typed-data';

/**
 * The forms in which an account signs a withdrawal that the exchange submits: all of it as typed data, or the short
 * forms of the public interface, typed or packed, which pay the signer itself (contracts: withdrawals).
 */
export type WithdrawalScheme = 'full' | 'short' | 'shortPersonal';

/** What is signed. In the short forms only token, amount and nonce are. */
export interface WithdrawalTerms {
  readonly scheme: WithdrawalScheme;
  readonly account: Address;
  readonly token: Address;
  /** Smallest units, the fee included. */
  readonly amount: TokenAmount;
  readonly maxFee: TokenAmount;
  readonly receiver: Address;
  /** Below 2^52; signed as uint64. */
  readonly nonce: number;
  /** Unix seconds; signed as uint32. */
  readonly deadline: number;
}

/** The members of the EIP-712 type `Withdrawal` in its full form. */
export const WITHDRAWAL_TYPES: Record<'Withdrawal', TypedField[]> = {
  Withdrawal: [
    { name: 'account', type: 'address' },
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint256' },
    { name: 'maxFee', type: 'uint256' },
    { name: 'receiver', type: 'address' },
    { name: 'nonce', type: 'uint64' },
    { name: 'deadline', type: 'uint32' },
  ],
};

/** The members of the EIP-712 type `Withdrawal` in its short form. */
export const SHORT_WITHDRAWAL_TYPES: Record<'Withdrawal', TypedField[]> = {
  Withdrawal: [
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint256' },
    { name: 'nonce', type: 'uint64' },
  ],
};

const WORD = 32;
const text = new TextEncoder();
const typeText = (fields: readonly TypedField[]) =>
  text.encode(`Withdrawal(${fields.map(({ type, name }) => `${type} ${name}`).join(',')})`);

/** Big-endian words of 32 bytes, and what is not a whole word in between. */
class Bytes {
  private readonly parts: Uint8Array[] = [];

  word(bytes: Uint8Array): this {
    this.parts.push(bytes);
    return this;
  }

  addressWord(address: Address): this {
    const word = new Uint8Array(WORD);
    writeHex(word, WORD - 20, address);
    return this.word(word);
  }

  uintWord(value: bigint): this {
    const word = new Uint8Array(WORD);
    writeUint128(new DataView(word.buffer), WORD - 16, value);
    return this.word(word);
  }

  address(address: Address): this {
    const bytes = new Uint8Array(20);
    writeHex(bytes, 0, address);
    return this.word(bytes);
  }

  uint64(value: bigint): this {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigUint64(0, value);
    return this.word(bytes);
  }

  get all(): Uint8Array {
    const joined = new Uint8Array(this.parts.reduce((length, part) => length + part.length, 0));
    let at = 0;
    for (const part of this.parts) {
      joined.set(part, at);
      at += part.length;
    }
    return joined;
  }
}

/** The packed hash of the `sign` format: token, amount (uint256), nonce (uint64), exchange contract. */
export function packedWithdrawalHash(
  { token, amount, nonce }: Pick<WithdrawalTerms, 'token' | 'amount' | 'nonce'>,
  contract: Address,
  keccak: Keccak256,
): Uint8Array {
  return keccak(new Bytes().address(token).uintWord(amount).uint64(BigInt(nonce)).address(contract).all);
}

/** The 32 bytes that the signature of a withdrawal is over. */
export function withdrawalDigest(
  terms: WithdrawalTerms,
  domain: SigningDomain,
  keccak: Keccak256,
): Uint8Array {
  const typed = (struct: Bytes) =>
    keccak(
      new Bytes()
        .word(new Uint8Array([0x19, 0x01]))
        .word(domainSeparator(domain, keccak))
        .word(keccak(struct.all)).all,
    );
  const { scheme, account, token, amount, maxFee, receiver, nonce, deadline } = terms;
  switch (scheme) {
    case 'full':
      return typed(
        new Bytes()
          .word(keccak(typeText(WITHDRAWAL_TYPES.Withdrawal)))
          .addressWord(account)
          .addressWord(token)
          .uintWord(amount)
          .uintWord(maxFee)
          .addressWord(receiver)
          .uintWord(BigInt(nonce))
          .uintWord(BigInt(deadline)),
      );
    case 'short':
      return typed(
        new Bytes()
          .word(keccak(typeText(SHORT_WITHDRAWAL_TYPES.Withdrawal)))
          .addressWord(token)
          .uintWord(amount)
          .uintWord(BigInt(nonce)),
      );
    case 'shortPersonal':
      return personalDigest(packedWithdrawalHash(terms, domain.contract, keccak), keccak);
    default:
      return unreachable(scheme);
  }
}

/** Accepts a withdrawal that its own account signed; INVALID_SIGNATURE for any other signer, delegates too. */
export function checkWithdrawalSigner(
  terms: WithdrawalTerms,
  signature: OrderSignature,
  domain: SigningDomain,
  crypto: Crypto,
): Result<true> {
  const digest = withdrawalDigest(terms, domain, crypto.keccak256);
  const signer = crypto.recover(digest, signature);
  if (signer === terms.account) return ok(true);
  return reject(
    'INVALID_SIGNATURE',
    `the withdrawal ${toHash(digest)} was signed by ${signer ?? 'no key'}, not by ${terms.account}`,
  );
}
