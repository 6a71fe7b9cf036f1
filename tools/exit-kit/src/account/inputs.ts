import { type Address, type Hash, parseAddress, parseHash } from '@exchange/core/kernel';

/** An address as somebody writes it. Throws a sentence that names it. */
export function addressIn(text: string, what: string): Address {
  const read = parseAddress(text.trim(), what);
  if (!read.ok) throw new Error(read.message);
  return read.value;
}

/** An order's hash. */
export const hashIn = (text: string): Hash => wordIn(text, 'the hash of an order');

/** 32 bytes as somebody writes them. Throws a sentence that names them. */
export function wordIn(text: string, what: string): Hash {
  const read = parseHash(text.trim(), what);
  if (!read.ok) throw new Error(read.message);
  return read.value;
}

/** A whole number that isn't negative. */
export function numberIn(text: string, what: string): bigint {
  if (/^[0-9]{1,20}$/.test(text.trim())) return BigInt(text.trim());
  throw new Error(`${what} must be a whole number, not "${text}"`);
}
