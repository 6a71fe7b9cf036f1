import { COMMAND_NAMES, type CommandName, COMMANDS } from '@exchange/core/wire';
import type { Random } from '../../kit/random';

/** Values that have broken servers before, as JSON text: what JSON.stringify would never write is among them. */
const VALUES: readonly [string, ...string[]] = [
  ...(['null', 'true', '0', '-0', '-1', '1.5', '1e400', '-1e400', '1e-400', '9007199254740993'] as const),
  ...['123456789012345678901234567890', '0.1e1', '""', '" "', '"\\u0000"', '"\\ud800"', '"\\udfff\\ud800"'],
  ...['"__proto__"', '"constructor"', '"toString"', '"ETHDAI"', '"ETHDAI\\u0000"', '"eth.>"', '"*"'],
  ...['{}', '[]', '[[]]', '{"__proto__":{"c":"ping"}}', '{"toString":1}', '{"length":5000}', '[null,null]'],
  ...[
    '"0x"',
    `"0x${'00'.repeat(20)}"`,
    `"0x${'ff'.repeat(65)}"`,
    `"${'9'.repeat(60)}"`,
    '"-5"',
    '"5e3"',
    '"١"',
  ],
  ...['"\u202e"', '"😀"', '"<script>"', `"'; drop table orders; --"`, '"%n%s"', '"../../etc/passwd"'],
];

const NAMES: readonly [string, ...string[]] = [
  ...(['c', 'rid', '__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'length', ''] as const),
  ...['market', 'markets', 'events', 'limit', 'grant', 'origin', 'deadline', 'x\\u0000'],
];

export const hostileValue = (random: Random): string => random.pick(VALUES);

/** A command with fields of its own, some of them hostile, some doubled, some missing. */
export function hostileCommand(random: Random): string {
  const name = random.pick(COMMAND_NAMES as unknown as readonly [CommandName, ...CommandName[]]);
  const members = [`"c":${random.between(0, 9) === 0 ? hostileValue(random) : `"${name}"`}`];
  if (random.between(0, 1) === 0) {
    members.push(`"rid":${random.between(0, 3) === 0 ? hostileValue(random) : random.between(0, 99)}`);
  }
  for (const field of Object.keys(COMMANDS[name].fields)) {
    if (random.between(0, 4) > 0) members.push(`"${field}":${hostileValue(random)}`);
  }
  while (random.between(0, 3) === 0) members.push(`"${random.pick(NAMES)}":${hostileValue(random)}`);
  return `{${members.join(',')}}`;
}

/** A frame of several commands, sometimes of far too many. */
export function hostileArray(random: Random): string {
  const count = random.between(0, 19) === 0 ? random.between(6, 40) : random.between(0, 5);
  return `[${Array.from({ length: count }, () => hostileCommand(random)).join(',')}]`;
}

/** Text with some of its characters lost, doubled or changed. */
export function mutated(text: string, random: Random): string {
  let changed = text;
  for (let times = random.between(1, 4); times > 0; times -= 1) {
    const at = random.between(0, Math.max(0, changed.length - 1));
    const rest = changed.slice(at + 1);
    const head = changed.slice(0, at);
    const one = changed.charAt(at);
    changed = random.pick([
      head + rest,
      head + one + one + rest,
      `${head}${String.fromCharCode(random.between(0, 0xffff))}${rest}`,
      head,
      `${head}${random.pick(['"', '{', '[', '}', ']', ',', ':', '\\', '\u0000'])}${rest}`,
    ]);
  }
  return changed;
}
