import { fromHex } from '../signing/hex';
import { FUNCTIONS } from './functions';

export type FunctionName = keyof typeof FUNCTIONS;

/** What a function is given: numbers and addresses, or a list of them. Amounts in smallest units. */
export type CallValue = bigint | number | string | readonly (bigint | number | string)[];

const WORD_DIGITS = 64;

/**
 * Call data of one of the contracts' functions, as 0x and hex digits. RangeError for a value that isn't of its type.
 * @param values one for each parameter, in order
 */
export function callData(name: FunctionName, values: readonly CallValue[]): string {
  const [selector, ...types] = FUNCTIONS[name] as readonly [string, ...string[]];
  if (types.length !== values.length) {
    throw new RangeError(`${name} takes ${types.length} values, not ${values.length}`);
  }
  // Lists stand behind all that has one place; in theirs is how far behind, in bytes.
  let tail = '';
  const head = types.map((type, index) => {
    const value = values[index] ?? '';
    if (!type.endsWith('[]')) return word(type, value);
    if (typeof value !== 'object') throw new RangeError(`${name} takes a list of ${type.slice(0, -2)}`);
    const offset = (types.length * WORD_DIGITS + tail.length) / 2;
    tail += word('uint256', value.length) + value.map((item) => word(type.slice(0, -2), item)).join('');
    return word('uint256', offset);
  });
  return selector + head.join('') + tail;
}

function word(type: string, value: CallValue): string {
  const bits = bitsOf(type);
  const isHex = typeof value === 'string' && /^0x[0-9a-fA-F]+$/.test(value);
  // Of an address or hash each digit counts; a number has as many as it takes.
  const isWhole = isHex && value.length === bits / 4 + 2;
  const isFit = type.startsWith('uint') ? isNumber(value) : isWhole;
  const number = isFit ? BigInt(value as string) : -1n;
  if (number < 0n || number >= 1n << BigInt(bits)) throw new RangeError(`${String(value)} is no ${type}`);
  return number.toString(16).padStart(WORD_DIGITS, '0');
}

const isNumber = (value: CallValue): boolean =>
  typeof value === 'bigint' ||
  Number.isSafeInteger(value) ||
  (typeof value === 'string' && /^[0-9]+$/.test(value));

function bitsOf(type: string): number {
  if (type === 'address') return 160;
  if (type === 'bytes32') return 256;
  return Number(type.slice('uint'.length));
}

/** The words of what a call returned, as numbers. */
export const returnedWords = (data: string): bigint[] =>
  (data.slice(2).match(/.{64}/g) ?? []).map((digits) => BigInt(`0x${digits}`));

/** The text that a call returned; undefined when it returned something else. */
export function returnedText(data: string | undefined): string | undefined {
  const [offset, length, ...rest] = returnedWords(data ?? '');
  if (data === undefined || offset !== 32n || length === undefined || length > BigInt(rest.length * 32)) {
    return undefined;
  }
  const start = 2 + 2 * WORD_DIGITS;
  return new TextDecoder().decode(fromHex(`0x${data.slice(start, start + 2 * Number(length))}`));
}
