import { describe, expect, it } from '@jest/globals';
import * as contract from '@exchange/contract/bus';
import { durableReaders, LOGS } from '@exchange/platform';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const sourceOf = (app: string): string =>
  readdirSync(`apps/${app}/src`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test|\.fixture)\.ts$/.test(file))
    .map((file) => readFileSync(path.join(`apps/${app}/src`, file), 'utf8'))
    .join('\n');

/** A writer keeps what a reader that doesn't read will never have passed, for ever. */
describe('the readers of a log', () => {
  const pairs = Object.entries(contract)
    .filter(([, definition]) => LOGS.some((log) => log === definition))
    .flatMap(([name, definition]) =>
      durableReaders((definition as (typeof LOGS)[number]).pattern).map((reader) => [name, reader] as const),
    );

  it('are known', () => {
    expect(pairs.length).toBeGreaterThan(5);
  });

  it.each(pairs)('%s is read by %s', (name, reader) => {
    expect(new RegExp(`\\b${name}\\b`).test(sourceOf(reader))).toBe(true);
  });
});
