import type { Static, TSchema } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { assert } from '@exchange/core/kernel';
import type { ServiceName } from './service-name';

/** The four JetStream logs. A log subject has exactly one writing role and a dense sequence of its own. */
export type StreamName = 'LEDGER' | 'MARKET' | 'CHAIN' | 'SETTLEMENT';

interface Definition<S extends TSchema> {
  /** The subject with `*` for each parameter, e.g. `ledger.v1.market.*.*`. */
  readonly pattern: string;
  readonly schema: S;
  readonly writer: ServiceName;
  readonly readers: readonly ServiceName[];
  /** Messages that every later version of the code must still decode. */
  readonly fixtures: readonly Static<S>[];
}

/** A kind of message on the bus: subject, schema, who may write it, who reads it. */
export interface MessageDefinition<S extends TSchema> extends Definition<S> {
  readonly kind: 'log' | 'notice';
  readonly stream: StreamName | undefined;
  /** The concrete subject for these parameters, in the order of the pattern's `*`. */
  subject(...parameters: (string | number)[]): string;
  encode(message: Static<S>): Uint8Array;
  /** Decodes and checks; a message that doesn't fit its schema is a defect of its writer. */
  decode(data: Uint8Array): Static<S>;
}

export type MessageOf<D> = D extends MessageDefinition<infer S> ? Static<S> : never;

const SUBJECT_TOKEN = /^[A-Za-z0-9_-]+$/;

/** Replaces each `*` of a pattern; parameters with other characters than letters, digits, `_`, `-` are a defect. */
export function fillSubject(pattern: string, parameters: readonly (string | number)[]): string {
  const tokens = pattern.split('.');
  const rest = parameters.map(String);
  assert(rest.length === tokens.filter((token) => token === '*').length, `wrong parameters for ${pattern}`);
  for (const parameter of rest) assert(SUBJECT_TOKEN.test(parameter), `not a subject token: ${parameter}`);
  return tokens.map((token) => (token === '*' ? rest.shift() : token)).join('.');
}

/** A stored, ordered, fenced message with a dense `seq` per subject. */
export function defineLog<S extends TSchema>(
  stream: StreamName,
  definition: Definition<S>,
): MessageDefinition<S> {
  return { ...definition, ...codec(definition), kind: 'log', stream };
}

/** A message for those who look on: not stored, and whoever misses one asks the owner. */
export function defineNotice<S extends TSchema>(definition: Definition<S>): MessageDefinition<S> {
  return { ...definition, ...codec(definition), kind: 'notice', stream: undefined };
}

const utf8Encoder = new TextEncoder();
const utf8Decoder = new TextDecoder('utf-8', { fatal: true });

export function encodeJson(value: unknown): Uint8Array {
  return utf8Encoder.encode(JSON.stringify(value));
}

export function decodeJson(data: Uint8Array): unknown {
  return JSON.parse(utf8Decoder.decode(data));
}

function codec<S extends TSchema>(definition: Definition<S>) {
  const checker = TypeCompiler.Compile(definition.schema);
  return {
    subject: (...parameters: (string | number)[]) => fillSubject(definition.pattern, parameters),
    encode: encodeJson,
    decode(data: Uint8Array): Static<S> {
      const value = decodeJson(data);
      if (!checker.Check(value)) {
        const first = checker.Errors(value).First();
        assert(false, `malformed ${definition.pattern}: ${first?.path ?? ''} ${first?.message ?? ''}`);
      }
      return value;
    },
  };
}
