import { assert } from './assert';
import type { Brand } from './brand';
import { ok, reject, type Result } from './result';

/** An Ethereum address: `0x` and 40 lower-case hex digits. Accounts, delegates and token contracts. */
export type Address = Brand<string, 'Address'>;

/** A 32-byte hash: `0x` and 64 lower-case hex digits. */
export type Hash = Brand<string, 'Hash'>;

export const ZERO_ADDRESS = `0x${'0'.repeat(40)}` as Address;

const ADDRESS_PATTERN = /^0x[0-9a-f]{40}$/;
const HASH_PATTERN = /^0x[0-9a-f]{64}$/;

/**
 * Reads an address in any letter case (docs/interface, values); the result is lower case.
 * @example
 * parseAddress('0x' + 'AB'.repeat(20), 'account').value // → '0x' + 'ab'.repeat(20)
 * parseAddress('0x12', 'account').message // → 'account must be 0x and 40 hex digits'
 */
export function parseAddress(text: string, field: string): Result<Address> {
  const lower = text.toLowerCase();
  if (!ADDRESS_PATTERN.test(lower)) return reject('INVALID_FIELD', `${field} must be 0x and 40 hex digits`);
  return ok(lower as Address);
}

/** Reads a 32-byte hash in any letter case; the result is lower case. */
export function parseHash(text: string, field: string): Result<Hash> {
  const lower = text.toLowerCase();
  if (!HASH_PATTERN.test(lower)) return reject('INVALID_FIELD', `${field} must be 0x and 64 hex digits`);
  return ok(lower as Hash);
}

/** Brands an address that one of our own services or the chain wrote; anything malformed is a defect. */
export function address(text: string): Address {
  const parsed = parseAddress(text, 'address');
  assert(parsed.ok, `malformed address: ${text}`);
  return parsed.value;
}

/** Brands a hash that one of our own services or the chain wrote; anything malformed is a defect. */
export function hash(text: string): Hash {
  const parsed = parseHash(text, 'hash');
  assert(parsed.ok, `malformed hash: ${text}`);
  return parsed.value;
}
