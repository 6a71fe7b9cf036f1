import { type Hash, ok, reject, type Result } from '@exchange/core/kernel';

/** A signature as the contract takes it: v 27 or 28, s in the lower half. */
export interface OrderSignature {
  readonly v: 27 | 28;
  readonly r: Hash;
  readonly s: Hash;
}

// Order of the secp256k1 group and its half, as 64 hex digits: compared as text, which sorts like the numbers.
const ORDER = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141';
const HALF_ORDER = '7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0';
const ZERO = '0'.repeat(64);

const SIGNATURE_PATTERN = /^0x[0-9a-f]{130}$/;

/**
 * Reads a signature as wallets give it: 65 bytes in hex (r, s, v), v 27, 28, 0 or 1. A high s is brought to its
 * lower form (n − s, other v), which the same key made. Everything else is refused with INVALID_SIGNATURE
 * (docs/interface, values; EIP-2).
 * @example
 * parseSignature('0x' + '11'.repeat(32) + '22'.repeat(32) + '00').value.v // → 27
 * parseSignature('0x' + '11'.repeat(32) + 'ff'.repeat(32) + '00').code // → 'INVALID_SIGNATURE'
 */
export function parseSignature(hex: string): Result<OrderSignature> {
  const lower = hex.toLowerCase();
  if (!SIGNATURE_PATTERN.test(lower)) return refuse('signature must be 0x and 65 bytes in hex (r, s, v)');
  const r = lower.slice(2, 66);
  const s = lower.slice(66, 130);
  const odd = parity(lower.slice(130));
  if (odd === undefined) return refuse('signature must end with a v of 27, 28, 0 or 1');
  if (!inGroup(r)) return refuse('signature has an r outside 1 … n−1 of secp256k1');
  if (!inGroup(s)) return refuse('signature has an s outside 1 … n−1 of secp256k1');
  if (s <= HALF_ORDER) return ok({ v: odd ? 28 : 27, r: `0x${r}` as Hash, s: `0x${s}` as Hash });
  return ok({ v: odd ? 27 : 28, r: `0x${r}` as Hash, s: negated(s) });
}

/**
 * Takes a signature in the only form that the contract accepts: v 27 or 28, r in the group, s in its lower half. A
 * gateway brings signatures to this form; one that doesn't must not get an order accepted that can never settle.
 */
export function canonicalSignature(signature: { v: number; r: Hash; s: Hash }): Result<OrderSignature> {
  const { v, r, s } = signature;
  const lower = s.slice(2) <= HALF_ORDER && s.slice(2) > ZERO;
  if ((v === 27 || v === 28) && lower && inGroup(r.slice(2))) return ok({ v, r, s });
  return refuse('signature must have v 27 or 28, r in the group and s in its lower half');
}

/**
 * The signature as 65 bytes in hex: r, s, v.
 * @example
 * signatureHex({ v: 28, r: '0x' + '11'.repeat(32), s: '0x' + '22'.repeat(32) }) // → '0x' + '11'.repeat(32) + '22'.repeat(32) + '1c'
 */
export function signatureHex(signature: OrderSignature): string {
  return `${signature.r}${signature.s.slice(2)}${signature.v.toString(16)}`;
}

function parity(v: string): boolean | undefined {
  switch (v) {
    case '00':
    case '1b':
      return false;
    case '01':
    case '1c':
      return true;
    default:
      return undefined;
  }
}

const inGroup = (digits: string): boolean => digits > ZERO && digits < ORDER;

function negated(s: string): Hash {
  return `0x${(BigInt(`0x${ORDER}`) - BigInt(`0x${s}`)).toString(16).padStart(64, '0')}` as Hash;
}

const refuse = (message: string) => reject('INVALID_SIGNATURE', message);
