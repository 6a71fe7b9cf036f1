import { type Keccak256, type TypedDomain, type TypedField } from '@exchange/core/order';
import { fromHex } from './hex';

const WORD = 32;
const utf8 = new TextEncoder();

const DOMAIN: readonly TypedField[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];

/** The digest that `signTypedData` signs (EIP-712), of a type whose members are no types of their own. */
export function typedDigest(
  domain: TypedDomain,
  types: Readonly<Record<string, readonly TypedField[]>>,
  message: object,
  keccak: Keccak256,
): Uint8Array {
  const [[name, fields], ...others] = Object.entries(types) as [[string, readonly TypedField[]]];
  if (others.length > 0) throw new RangeError('only types without types in them can be signed');
  const struct = structHash(name, fields, message, keccak);
  return keccak(joined([new Uint8Array([0x19, 0x01]), separatorOf(domain, keccak), struct]));
}

/** What a contract calls its DOMAIN_SEPARATOR, of a domain with all four members. */
export const separatorOf = (domain: TypedDomain, keccak: Keccak256): Uint8Array =>
  structHash('EIP712Domain', DOMAIN, domain, keccak);

function structHash(
  name: string,
  fields: readonly TypedField[],
  message: object,
  keccak: Keccak256,
): Uint8Array {
  const type = `${name}(${fields.map((field) => `${field.type} ${field.name}`).join(',')})`;
  const values = message as Readonly<Record<string, unknown>>;
  const words = fields.map((field) => word(field, values[field.name], keccak));
  return keccak(joined([keccak(utf8.encode(type)), ...words]));
}

function word({ name, type }: TypedField, value: unknown, keccak: Keccak256): Uint8Array {
  if (type === 'string' && typeof value === 'string') return keccak(utf8.encode(value));
  if (type.endsWith('[]') && Array.isArray(value)) {
    const item = { name, type: type.slice(0, -2) };
    return keccak(joined(value.map((one: unknown) => word(item, one, keccak))));
  }
  if (type === 'bytes32' && typeof value === 'string') return right(fromHex(value), WORD, name);
  if (type === 'address' && typeof value === 'string') return right(fromHex(value), 20, name);
  const [, bits] = /^uint([0-9]+)$/.exec(type) ?? [];
  if (
    bits !== undefined &&
    (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
  ) {
    return uintWord(BigInt(value), Number(bits), name);
  }
  throw new RangeError(`${name} is no ${type}`);
}

/** Bytes at the right end of a word; there must be so many. */
function right(bytes: Uint8Array, length: number, name: string): Uint8Array {
  if (bytes.length !== length) throw new RangeError(`${name} must have ${length} bytes, not ${bytes.length}`);
  const whole = new Uint8Array(WORD);
  whole.set(bytes, WORD - length);
  return whole;
}

function uintWord(value: bigint, bits: number, name: string): Uint8Array {
  if (value < 0n || value >= 1n << BigInt(bits)) throw new RangeError(`${name} is no uint${bits}: ${value}`);
  return fromHex(`0x${value.toString(16).padStart(2 * WORD, '0')}`);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
