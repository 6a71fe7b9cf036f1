import { describe, expect, it } from '@jest/globals';
import { ANNOUNCED_DELEGATES_MAX, ANNOUNCED_DEPOSITS_MAX, OPEN_WITHDRAWALS_MAX } from '@exchange/core/ledger';
import { chainFact } from '@exchange/core/message';
import { COMMANDS } from '@exchange/core/wire';
import { LOGS } from '@exchange/platform';
import { readFileSync } from 'node:fs';

const page = readFileSync('docs/runbooks/work.md', 'utf8');
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.split('\n')[0], section] as const),
);

/** The rows of a section's table: cells by the name in the first. */
const rowsOf = (section: string) =>
  [...(sections.get(section) ?? '').matchAll(/^\| (.+) \|$/gm)]
    .map(([, row = '']) => row.split('|').map((cell) => cell.trim().replaceAll('`', '')))
    .slice(2);

describe('the table of the most work that a message can cause', () => {
  it.each([
    ['Commands of clients', Object.keys(COMMANDS)],
    ['Facts of the chain', Object.keys(chainFact.kinds)],
    ['Logs', [...new Set(LOGS.map(({ pattern }) => pattern))]],
  ])('has a full row for each of: %s', (section, names) => {
    const rows = rowsOf(section);
    expect(rows.map(([name]) => name).sort()).toEqual([...names].sort());
    for (const [name, ...cells] of rows) {
      expect([name, cells.slice(0, 2).filter((cell) => cell === '')]).toEqual([name, []]);
    }
  });

  it('names the bounds that the code has', () => {
    const bound = (command: string) =>
      rowsOf('Commands of clients')
        .find(([name]) => name === command)
        ?.at(-1);
    expect(bound('signWithdrawal')).toBe(`${OPEN_WITHDRAWALS_MAX} open withdrawals`);
    expect(bound('submitWithdrawal')).toBe(`${OPEN_WITHDRAWALS_MAX} open withdrawals`);
    expect(bound('announceDeposit')).toBe(`${ANNOUNCED_DEPOSITS_MAX} announced deposits`);
    expect(bound('announceDelegate')).toBe(`${ANNOUNCED_DELEGATES_MAX} announced delegates`);
  });
});
