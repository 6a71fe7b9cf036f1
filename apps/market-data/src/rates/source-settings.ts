import { parseDecimal, present } from '@exchange/core/kernel';
import { REFERENCE_CURRENCY } from '@exchange/core/market-data';
import { ConfigError } from '@exchange/platform';
import { type Static, Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import type { HttpSourceSettings } from './http-source';
import type { SimulatedValue } from './simulated-source';

const Asset = Type.RegExp(/^[A-Za-z0-9_]{1,16}$/);
const closed = { additionalProperties: false } as const;

/** One source in RATE_SOURCES. */
const SourceText = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    url: Type.RegExp(/^https?:\/\/\S+$/),
    everyMs: Type.Optional(Type.Integer({ minimum: 1_000, maximum: 60_000 })),
    timeoutMs: Type.Optional(Type.Integer({ minimum: 100, maximum: 30_000 })),
    bytesMax: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000 })),
    worths: Type.Array(
      Type.Object(
        { asset: Asset, path: Type.String({ minLength: 1 }), inverse: Type.Optional(Type.Boolean()) },
        closed,
      ),
      { minItems: 1 },
    ),
  },
  closed,
);
const sources = TypeCompiler.Compile(Type.Array(SourceText));

const DEFAULTS = { everyMs: 5_000, timeoutMs: 3_000, bytesMax: 256 * 1024 };

/** The sources that RATE_SOURCES describes. Throws one ConfigError that lists every problem. */
export function httpSources(text: string): HttpSourceSettings[] {
  const value = jsonOf(text);
  const problems = [...sources.Errors(value)].map(({ path, message }) => `${path || 'the list'}: ${message}`);
  if (sources.Check(value)) {
    problems.push(...repeated(value), ...ofReference(value));
    if (value.length === 0) problems.push('the list is empty');
    if (problems.length === 0) return value.map(settingsOf);
  }
  throw new ConfigError(`RATE_SOURCES is wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
}

function settingsOf({ worths, ...source }: Static<typeof SourceText>): HttpSourceSettings {
  const values = worths.map((value) => ({ ...value, inverse: value.inverse ?? false }));
  return { ...DEFAULTS, ...source, values };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ConfigError(`RATE_SOURCES is no JSON: ${String(error)}`);
  }
}

function repeated(list: readonly Static<typeof SourceText>[]): string[] {
  const names = list.map(({ name }) => name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  return [...new Set(twice)].map((name) => `two sources are called ${name}`);
}

function ofReference(list: readonly Static<typeof SourceText>[]): string[] {
  return list
    .filter(({ worths }) => worths.some(({ asset }) => asset === REFERENCE_CURRENCY))
    .map(({ name }) => `${name}: ${REFERENCE_CURRENCY} is what all others are measured in`);
}

const SIMULATED = /^([A-Za-z0-9_]{1,16}):([0-9.]+):([0-9]{1,6})$/;

/** The rows `asset:worth:swayPpm` of SIMULATED_WORTHS. Throws one ConfigError that lists every problem. */
export function simulatedValues(rows: readonly string[]): SimulatedValue[] {
  const problems: string[] = [];
  const values = rows.flatMap((row): SimulatedValue[] => {
    const [, asset, valueText = '', sway] = SIMULATED.exec(row) ?? [];
    const value = parseDecimal(valueText);
    if (asset !== undefined && value !== undefined && asset !== REFERENCE_CURRENCY) {
      return [{ asset, value, swayPpm: Number(present(sway, 'sway')) }];
    }
    problems.push(`  ${row} must be asset:worth:swayPpm, and not of ${REFERENCE_CURRENCY}`);
    return [];
  });
  if (problems.length > 0) throw new ConfigError(`SIMULATED_WORTHS is wrong:\n${problems.join('\n')}`);
  return values;
}
