import type { TSchema } from '@sinclair/typebox';
import {
  characters,
  isStorable,
  ok,
  parseAddress,
  parseAmount,
  parseHash,
  parseRate,
  reject,
  type Result,
  STORABLE_PATTERN,
  unreachable,
} from '@exchange/core/kernel';
import { parseSignature } from '@exchange/core/order';
import type { FieldKind } from './field';

const SHOWN_MAX = 40;

/**
 * Reads one field by its schema: the value as later code may use it (addresses and hashes in lower case), or a
 * refusal that names the field, what it was and what it must be.
 */
export function readField(name: string, schema: TSchema, value: unknown): Result<unknown> {
  const kind: FieldKind = schema['x-kind'];
  switch (kind) {
    case 'uint':
      return isUint(value, schema.minimum, schema.maximum) ? ok(value) : mistyped(name, schema, value);
    case 'flag':
      return typeof value === 'boolean' ? ok(value) : mistyped(name, schema, value);
    case 'uintOrFlag':
      return typeof value === 'boolean' || isUint(value) ? ok(value) : mistyped(name, schema, value);
    case 'choice':
      return schema.enum.includes(value) ? ok(value) : mistyped(name, schema, value);
    case 'list':
      return readList(name, schema, value);
    case 'seqs':
      return readSeqs(name, schema, value);
    case 'text':
    case 'amount':
    case 'rate':
    case 'address':
    case 'hash':
    case 'signature':
      if (typeof value !== 'string') return mistyped(name, schema, value);
      return readText(name, schema, kind, value);
    default:
      return unreachable(kind);
  }
}

type TextKind = Extract<FieldKind, 'text' | 'amount' | 'rate' | 'address' | 'hash' | 'signature'>;

function readText(name: string, schema: TSchema, kind: TextKind, value: string): Result<string> {
  switch (kind) {
    case 'address':
      return parseAddress(value, name);
    case 'hash':
      return parseHash(value, name);
    case 'amount':
      return keep(parseAmount(value, name), value);
    case 'rate':
      return keep(parseRate(value, name), value);
    case 'signature':
      return keep(parseSignature(value), value);
    case 'text':
      if (schema.pattern === STORABLE_PATTERN && !isStorable(value)) return unstorable(name);
      return fits(schema, value) ? ok(value) : mistyped(name, schema, value);
    default:
      return unreachable(kind);
  }
}

/** The text itself, once it could be read. */
function keep(parsed: Result<unknown>, value: string): Result<string> {
  return parsed.ok ? ok(value) : parsed;
}

function fits(schema: TSchema, value: string): boolean {
  if (schema.pattern !== undefined && !new RegExp(schema.pattern).test(value)) return false;
  const length = characters(value);
  return length >= (schema.minLength ?? 0) && length <= (schema.maxLength ?? Infinity);
}

export function isUint(value: unknown, minimum = 0, maximum = Number.MAX_SAFE_INTEGER): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum;
}

/** A refusal names the first element that is wrong. */
function readList(name: string, schema: TSchema, value: unknown): Result<unknown> {
  if (!Array.isArray(value)) return mistyped(name, schema, value);
  if (value.length < schema.minItems) {
    return reject('INVALID_FIELD', `${name} must be ${schema.description}, not an empty one`);
  }
  const isName = (item: unknown) => typeof item === 'string' && characters(item) <= schema.items.maxLength;
  const wrong = value.findIndex((item) => !isName(item));
  return wrong < 0 ? ok(value) : mistyped(`${name}[${wrong}]`, schema.items, value[wrong]);
}

/** A refusal names the first market whose SEQ is wrong. */
function readSeqs(name: string, schema: TSchema, value: unknown): Result<unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return mistyped(name, schema, value);
  }
  const members = Object.entries(value);
  if (members.length === 0) {
    return reject('INVALID_FIELD', `${name} must be ${schema.description}, not an empty one`);
  }
  const wrong = members.find(([, seq]) => !isUint(seq));
  if (wrong === undefined) return ok(value);
  const [market, seq] = wrong;
  const wanted = `${name} must have a SEQ from 0 to ${Number.MAX_SAFE_INTEGER}`;
  return reject('INVALID_FIELD', `${wanted} for ${shown(market)}, not ${shown(seq)}`);
}

function mistyped(name: string, schema: TSchema, value: unknown): Result<never> {
  const sent = schema['x-secret'] === true ? 'what was sent' : shown(value);
  return reject('INVALID_FIELD', `${name} must be ${schema.description}, not ${sent}`);
}

const unstorable = (name: string): Result<never> =>
  reject('INVALID_FIELD', `${name} must be whole Unicode characters without U+0000`);

/** A short picture of what was sent. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'string' && characters(value) > SHOWN_MAX) {
    return `a string of ${characters(value)} characters`;
  }
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
