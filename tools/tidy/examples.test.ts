import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import * as kernel from '@exchange/core/kernel';
import { createCrypto } from '@exchange/platform';
import * as tool from './examples';

// The first import of a room may compile it, which takes seconds on a busy machine.
jest.setTimeout(60_000);

const root = path.resolve(import.meta.dirname, '../..');
const rooms = [
  ...readdirSync(path.join(root, 'libs/core')).map((room) => `libs/core/${room}`),
  'libs/client',
];

/** Files of a room that say an example. */
const withExamples = (room: string): string[] =>
  readdirSync(path.join(root, room, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|fixture|d)\.ts$/.test(file))
    .map((file) => path.join(room, 'src', file))
    .filter((file) => tool.examplesIn(readFileSync(path.join(root, file), 'utf8')).length > 0);

const load = async (file: string) => (await import(path.join(root, file))) as Record<string, unknown>;

/** What an example may name: the kernel, its own room and module, and `crypto` of core/order. */
async function namesIn(room: string, file: string): Promise<Record<string, unknown>> {
  const own = { ...(await load(`${room}/src/index.ts`)), ...(await load(file)) };
  return { ...kernel, crypto: await createCrypto(), ...own };
}

const check = ({ expression, value = 'missing' }: tool.Example, names: Record<string, unknown>) =>
  expect({ [expression]: tool.valueOf(expression, names) }).toEqual({
    [expression]: tool.valueOf(value, names),
  });

describe.each(rooms)('the examples in %s', (room) => {
  const files = withExamples(room);

  it('are there', () => expect(files).not.toEqual([]));

  it.each(files)('%s are true', async (file) => {
    const names = await namesIn(room, file);
    for (const example of tool.examplesIn(readFileSync(path.join(root, file), 'utf8'))) check(example, names);
  });
});

describe('the tool that runs examples', () => {
  it('finds those of a comment, also on several lines and before another tag', () => {
    const text = [
      '/**',
      ' * Adds.',
      ' * @example',
      ' * add(',
      ' *   1, 2)  // → 3',
      ' * add(2, 2) // → 4',
      ' */',
    ];
    expect(tool.examplesIn(text.join('\n'))).toEqual([
      { expression: 'add( 1, 2)', value: '3' },
      { expression: 'add(2, 2)', value: '4' },
    ]);
    expect(tool.examplesIn('/** @example f() // → 1\n * @see g */')).toEqual([
      { expression: 'f()', value: '1' },
    ]);
    expect(tool.examplesIn('/** Says @nothing. */ f(); // → 1')).toEqual([]);
  });

  it('refuses a wrong value, none, and an expression that throws', () => {
    const names = { add: (a: number, b: number) => a + b };
    const run = (text: string) => () => {
      for (const example of tool.examplesIn(text)) check(example, names);
    };
    expect(run('/** @example add(1, 2) // → 3 */')).not.toThrow();
    expect(run('/** @example add(1, 2) // → 4 */')).toThrow();
    expect(run('/** @example add(1, 2) */')).toThrow('missing');
    expect(run('/** @example subtract(1, 2) // → 1 */')).toThrow('subtract');
  });
});
