import { type Address, type Hash, unreachable } from '@exchange/core/kernel';
import { toHash, writeHex, writeUint128 } from './bytes';
import type { Keccak256 } from './crypto';
import type { SigningDomain } from '../terms/src/domain';
import { domainSeparator } from './signing-domain';
import type { OrderTerms, SignatureFormat } from '../terms/src/terms';

/** The EIP-712 type of an order, exactly as the contract has it. */
export const ORDER_TYPE =
  'Order(address sellTokenAddress,uint128 sellTokenAmount,address buyTokenAddress,uint128 buyTokenAmount,uint32 expiry,uint64 nonce)';

const PERSONAL_PREFIX = '\x19Ethereum Signed Message:\n';
const WORD = 32;

const text = new TextEncoder();
const orderTypeBytes = text.encode(ORDER_TYPE);

// Buffers that every call fills anew: hashing is synchronous, and keccak doesn't keep its input.
const struct = new Uint8Array(7 * WORD);
const structView = new DataView(struct.buffer);
const typed = new Uint8Array(2 + 2 * WORD);
typed.set([0x19, 0x01]);
const packed = new Uint8Array(104);
const packedView = new DataView(packed.buffer);
const personal = new Uint8Array(PERSONAL_PREFIX.length + 2 + WORD);
personal.set(text.encode(`${PERSONAL_PREFIX}${WORD}`));

const typeHashes = new WeakMap<Keccak256, Uint8Array>();

function orderTypeHash(keccak: Keccak256): Uint8Array {
  const known = typeHashes.get(keccak);
  if (known !== undefined) return known;
  const computed = keccak(orderTypeBytes);
  typeHashes.set(keccak, computed);
  return computed;
}

/** EIP-712 struct hash of the order. */
export function orderStructHash(terms: OrderTerms, keccak: Keccak256): Uint8Array {
  struct.set(orderTypeHash(keccak), 0);
  writeHex(struct, 2 * WORD - 20, terms.sellToken);
  writeUint128(structView, 3 * WORD - 16, terms.sellAmount);
  writeHex(struct, 4 * WORD - 20, terms.buyToken);
  writeUint128(structView, 5 * WORD - 16, terms.buyAmount);
  structView.setUint32(6 * WORD - 4, terms.expiry);
  structView.setBigUint64(7 * WORD - 8, BigInt(terms.nonce));
  return keccak(struct);
}

/**
 * EIP-712 digest of the order: what `signTypedData` signs, and in both formats the one hash by which the exchange
 * and the contract know the order.
 */
export function typedDigest(terms: OrderTerms, domain: SigningDomain, keccak: Keccak256): Uint8Array {
  const structHash = orderStructHash(terms, keccak);
  typed.set(domainSeparator(domain, keccak), 2);
  typed.set(structHash, 2 + WORD);
  return keccak(typed);
}

/**
 * The packed hash of the `sign` format: sell token, sell amount (uint128), buy token, buy amount (uint128), expiry
 * (uint32), nonce (uint64), exchange contract (docs/interface, order signatures). It has no chain id.
 * @example
 * toHash(packedHash(
 *   {
 *     ...{ sellToken: '0x' + '11'.repeat(20), sellAmount: 200n, buyToken: '0x' + '22'.repeat(20), buyAmount: 1n },
 *     ...{ expiry: 1_800_000_000, nonce: 7 },
 *   },
 *   '0x' + 'ee'.repeat(20), crypto.keccak256,
 * )) // → '0xfd0ca768673162b371aa72f81239e287c122edcd8282893c6caf01eb959bd456'
 */
export function packedHash(terms: OrderTerms, contract: Address, keccak: Keccak256): Uint8Array {
  writeHex(packed, 0, terms.sellToken);
  writeUint128(packedView, 20, terms.sellAmount);
  writeHex(packed, 36, terms.buyToken);
  writeUint128(packedView, 56, terms.buyAmount);
  packedView.setUint32(72, terms.expiry);
  packedView.setBigUint64(76, BigInt(terms.nonce));
  writeHex(packed, 84, contract);
  return keccak(packed);
}

/** The digest that `personal_sign` signs for a message of these 32 bytes (EIP-191, version 0x45). */
export function personalDigest(hash: Uint8Array, keccak: Keccak256): Uint8Array {
  personal.set(hash, personal.length - WORD);
  return keccak(personal);
}

/**
 * The digest that `personal_sign` signs for a text, taken as UTF-8 (EIP-191): logins and names.
 * @example
 * toHash(personalMessageDigest('hello', crypto.keccak256)) // → '0x50b2c43fd39106bafbba0da34fc430e1f91e3c96ea2acee2bc34119f92b37750'
 */
export function personalMessageDigest(message: string, keccak: Keccak256): Uint8Array {
  const body = text.encode(message);
  const prefix = text.encode(`${PERSONAL_PREFIX}${body.length}`);
  const data = new Uint8Array(prefix.length + body.length);
  data.set(prefix, 0);
  data.set(body, prefix.length);
  return keccak(data);
}

/** The 32 bytes that the signature of an order in this format is over. */
export function digestToSign(
  terms: OrderTerms,
  format: SignatureFormat,
  domain: SigningDomain,
  keccak: Keccak256,
): Uint8Array {
  switch (format) {
    case 'sign':
      return personalDigest(packedHash(terms, domain.contract, keccak), keccak);
    case 'signTypedData':
      return typedDigest(terms, domain, keccak);
    default:
      return unreachable(format);
  }
}

/** HASH of the order object: the packed hash for `sign`, the EIP-712 digest for `signTypedData`. */
export function publicHash(
  terms: OrderTerms,
  format: SignatureFormat,
  domain: SigningDomain,
  keccak: Keccak256,
): Hash {
  switch (format) {
    case 'sign':
      return toHash(packedHash(terms, domain.contract, keccak));
    case 'signTypedData':
      return toHash(typedDigest(terms, domain, keccak));
    default:
      return unreachable(format);
  }
}

/**
 * The canonical hash of an order in either format: its EIP-712 digest. Duplicates are judged by it.
 * @example
 * canonicalHash(
 *   {
 *     ...{ sellToken: '0x' + '11'.repeat(20), sellAmount: 200n, buyToken: '0x' + '22'.repeat(20), buyAmount: 1n },
 *     ...{ expiry: 1_800_000_000, nonce: 7 },
 *   },
 *   { name: 'Exchange', chainId: 1, contract: '0x' + 'ee'.repeat(20) }, crypto.keccak256,
 * ) // → '0xaa2c126b6cbd8cbbaea56d14cc478f7965424130da87ef9a9c5b3b6489feec13'
 */
export function canonicalHash(terms: OrderTerms, domain: SigningDomain, keccak: Keccak256): Hash {
  return toHash(typedDigest(terms, domain, keccak));
}
