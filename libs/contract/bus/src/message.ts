import { assert, type ServiceName } from '@exchange/core/kernel';
import type { Codec } from '@exchange/core/message';
import { compiledCheck } from './compiled-check';

/** The JetStream logs. A log subject has exactly one writing role and a dense sequence of its own. */
export type StreamName = 'LEDGER' | 'MARKET' | 'CHAIN' | 'SETTLEMENT' | 'ATTESTER' | 'SOLVENCY';

interface Definition<V> {
  /** The subject with `*` for each parameter, e.g. `ledger.v1.market.*.*`. */
  readonly pattern: string;
  readonly content: Codec<V>;
  readonly writer: ServiceName;
  readonly readers: readonly ServiceName[];
  /** JSON of messages that every later version of the code must still decode. */
  readonly fixtures: readonly unknown[];
}

/** A kind of message on the bus: subject, content, who may write it, who reads it. */
export interface MessageDefinition<V> extends Definition<V> {
  readonly kind: 'log' | 'notice';
  readonly stream: StreamName | undefined;
  /** The fixtures as code sees them. */
  readonly examples: readonly V[];
  /** The concrete subject for these parameters, in the order of the pattern's `*`. */
  subject(...parameters: (string | number)[]): string;
  encode(message: V): Uint8Array;
  /** Decodes and checks; a message that doesn't fit its schema is a defect of its writer. */
  decode(data: Uint8Array): V;
}

export type MessageOf<D> = D extends MessageDefinition<infer V> ? V : never;

const SUBJECT_TOKEN = /^[A-Za-z0-9_-]+$/;

/** Replaces each `*` of a pattern; parameters with other characters than letters, digits, `_`, `-` are a defect. */
export function fillSubject(pattern: string, parameters: readonly (string | number)[]): string {
  const tokens = pattern.split('.');
  const tokensLeft = parameters.map(String);
  assert(
    tokensLeft.length === tokens.filter((token) => token === '*').length,
    `wrong parameters for ${pattern}`,
  );
  for (const parameter of tokensLeft)
    assert(SUBJECT_TOKEN.test(parameter), `not a subject token: ${parameter}`);
  return tokens.map((token) => (token === '*' ? tokensLeft.shift() : token)).join('.');
}

/** A stored, ordered, fenced message with a dense `seq` per subject. */
export const defineLog = <V>(stream: StreamName, definition: Definition<V>): MessageDefinition<V> =>
  define('log', stream, definition);

/** A message for those who look on: not stored, and whoever misses one asks the owner. */
export const defineNotice = <V>(definition: Definition<V>): MessageDefinition<V> =>
  define('notice', undefined, definition);

const utf8Encoder = new TextEncoder();
const utf8Decoder = new TextDecoder('utf-8', { fatal: true });

export function encodeJson(value: unknown): Uint8Array {
  return utf8Encoder.encode(JSON.stringify(value));
}

export function decodeJson(data: Uint8Array): unknown {
  return JSON.parse(utf8Decoder.decode(data));
}

function define<V>(
  kind: 'log' | 'notice',
  stream: StreamName | undefined,
  definition: Definition<V>,
): MessageDefinition<V> {
  const { pattern, content, fixtures } = definition;
  const check = compiledCheck(content.schema);
  return {
    ...definition,
    kind,
    stream,
    get examples() {
      return fixtures.map((fixture) => content.read(fixture));
    },
    subject: (...parameters) => fillSubject(pattern, parameters),
    encode: (message) => encodeJson(content.write(message)),
    decode(data) {
      const json = decodeJson(data);
      if (!check().Check(json)) {
        const first = check().Errors(json).First();
        assert(false, `malformed ${pattern}: ${first?.path ?? ''} ${first?.message ?? ''}`);
      }
      return content.read(json);
    },
  };
}
