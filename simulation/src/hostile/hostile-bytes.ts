import type { SeededRandom } from '@exchange/test/kit';
import { STRANGE_TEXTS } from './random-json';

const NO_REQUESTS = [
  '',
  '{',
  '[]',
  'null',
  '0',
  '"a"',
  '{}',
  '{"grant":{}}',
  '[[[[',
  '{"a":1e999}',
  '\ufeff{}',
];
const STRANGE_VALUES: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    {},
    [],
    [null],
    [[]],
    { toString: 1 },
    0,
    -0,
    -1,
    0.5,
    1e21,
    -1e300,
    2 ** 53,
    2 ** 64,
  ],
  ...STRANGE_TEXTS,
];
const DEEP = 20_000;

/** What a process may send that holds to nothing: a request with something wrong in it, or no request at all. */
export function hostileBytes(request: unknown, random: SeededRandom): Uint8Array {
  const draw = random.integer(0, 11);
  if (draw === 0) return random.bytes(random.integer(0, 64));
  if (draw === 1) return Buffer.from(random.pick(NO_REQUESTS));
  if (draw === 2) return Buffer.from('['.repeat(DEEP) + ']'.repeat(random.pick([0, DEEP])));
  const json = JSON.stringify(changed(request, random));
  if (draw === 3) return Buffer.from(json.slice(0, random.integer(0, json.length)));
  if (draw === 4) return Buffer.from(json.replace('{', '{"__proto__":{"ok":true},'));
  return Buffer.from(json);
}

/** The value with one place in it changed: another value, a member too few, or one too many. */
function changed(value: unknown, random: SeededRandom): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.1)) return strange(random);
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return random.chance(0.3) ? [...items, ...items, strange(random)] : random.pick([items, []]);
  }
  const members = Object.entries(value);
  if (members.length === 0) return strange(random);
  const [name, member] = random.pick(members) as [string, unknown];
  const others = members.filter(([other]) => other !== name);
  if (random.chance(0.15)) return Object.fromEntries(others);
  if (random.chance(0.15)) return Object.fromEntries([...members, ['unknown', strange(random)]]);
  return Object.fromEntries([...others, [name, changed(member, random)]]);
}

const strange = (random: SeededRandom): unknown =>
  STRANGE_VALUES[random.integer(0, STRANGE_VALUES.length - 1)];
