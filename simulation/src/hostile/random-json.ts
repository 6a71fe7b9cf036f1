import { type TSchema, TypeGuard } from '@sinclair/typebox';
import { AMOUNT_MAX } from '@exchange/core/kernel';
import { amount } from '@exchange/core/message';
import type { SeededRandom } from '@exchange/test/kit';
import fc from 'fast-check';

/** Values that a member of this name may well have: a grant that lives, an order that is open. */
export type Known = ReadonlyMap<string, readonly unknown[]>;

const EXTREME_INTEGERS = [
  ...[0, 1, 2, 26, 27, 28, 59, 255, 1_000, 1_700_000, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 47, 2 ** 48],
  ...[1_700_000_000, 1_700_000_000_000, 2 ** 52, Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER],
];
const EXTREME_AMOUNTS = [0n, 1n, 10_000n, 10_001n, 10n ** 18n, AMOUNT_MAX - 1n, AMOUNT_MAX, AMOUNT_MAX + 1n]
  .map(String)
  .concat('9'.repeat(39));
export const STRANGE_TEXTS = [
  ...[
    '',
    ' ',
    '*',
    '>',
    'a.b',
    '__proto__',
    'constructor',
    'toString',
    'null',
    '0x',
    '-1',
    '1e999',
    'ETHDAI',
  ],
  ...['\u0000', 'a\u0000b', '\ud800', '\udc00\ud800', '\u202e', '😀'.repeat(20), "'; DROP TABLE orders; --"],
  ...['x'.repeat(6_000), '9'.repeat(400), '0'.repeat(39)],
];

/** A value that fits the schema, as any process that holds to it may send it: often an extreme one. */
export function randomJson(schema: TSchema, random: SeededRandom, known: Known, name = ''): unknown {
  const candidates = known.get(name) ?? [];
  if (candidates.length > 0 && random.chance(0.85)) return random.pick(candidates);
  if (TypeGuard.IsObject(schema)) return randomObject(schema, random, known);
  if (TypeGuard.IsUnion(schema)) return randomJson(random.pick(schema.anyOf), random, known, name);
  if (TypeGuard.IsLiteral(schema)) return schema.const;
  if (TypeGuard.IsBoolean(schema)) return random.chance(0.5);
  if (TypeGuard.IsNull(schema)) return null;
  if (TypeGuard.IsInteger(schema)) return randomInteger(schema, random);
  if (TypeGuard.IsString(schema)) return randomText(schema.pattern, random).slice(0, schema.maxLength);
  if (TypeGuard.IsArray(schema)) {
    const length = random.integer(0, Math.min(schema.maxItems ?? 5, random.chance(0.05) ? 1_000 : 5));
    return Array.from({ length }, () => randomJson(schema.items, random, known, name));
  }
  if (TypeGuard.IsRecord(schema)) {
    const [[pattern, member] = []] = Object.entries(schema.patternProperties);
    const names = Array.from({ length: random.integer(0, 3) }, () => randomText(pattern, random));
    return Object.fromEntries(names.map((text) => [text, member && randomJson(member, random, known)]));
  }
  throw new Error(`no values are known for ${JSON.stringify(schema)}`);
}

function randomObject(schema: TSchema, random: SeededRandom, known: Known): Record<string, unknown> {
  const properties = Object.entries(schema['properties'] as Record<string, TSchema>);
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  return Object.fromEntries(
    properties
      .filter(([name]) => required.has(name) || random.chance(0.4))
      .map(([name, member]) => [name, randomJson(member, random, known, name)]),
  );
}

function randomInteger({ minimum, maximum }: TSchema, random: SeededRandom): number {
  const least = (minimum as number | undefined) ?? -Number.MAX_SAFE_INTEGER;
  const most = (maximum as number | undefined) ?? Number.MAX_SAFE_INTEGER;
  const draw = random.integer(0, 3);
  if (draw === 0) return least;
  if (draw === 1) return most;
  const fitting = EXTREME_INTEGERS.filter((value) => value >= least && value <= most);
  if (draw === 2 && fitting.length > 0) return random.pick(fitting);
  return random.integer(least, Math.min(most, least + 1_000));
}

function randomText(pattern: string | undefined, random: SeededRandom): string {
  if (pattern !== undefined && pattern === amount.schema['pattern'] && random.chance(0.7)) {
    return random.pick(EXTREME_AMOUNTS);
  }
  const strange = STRANGE_TEXTS.filter((text) => pattern === undefined || new RegExp(pattern).test(text));
  if (strange.length > 0 && random.chance(0.8)) return random.pick(strange);
  const matching = pattern === undefined ? fc.string() : fc.stringMatching(new RegExp(pattern));
  const [text = ''] = fc.sample(matching, { numRuns: 1, seed: random.integer(0, 2 ** 31 - 1) });
  return text;
}
