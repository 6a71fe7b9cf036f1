import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { REJECTION_CODES } from '@exchange/core/kernel';
import {
  ADDRESS_LIMITS,
  BARS_MAX,
  bookChecksum,
  CHECKSUM_LINES,
  COMMAND_NAMES,
  COMMANDS,
  LABEL_MAX,
  limitsView,
  PAGE_DEFAULT,
  PAGE_MAX,
  REST_STATUS,
} from '@exchange/core/wire';

const pages = readdirSync('docs/interface').map(
  (name) => [name, readFileSync(`docs/interface/${name}`, 'utf8')] as const,
);
const page = (name: string) => pages.find(([one]) => one === name)?.[1] ?? '';

/** The rows of the tables of a page, as cells. */
const rows = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

/** What our client says of its own accord. */
const CLIENT_CODES = ['CONNECTION_LOST', 'UNKNOWN_ERROR'];
/** Settings of the operator that pages name. */
const SETTINGS = new Set(['WITHDRAWAL_FEE']);

describe('what pages state', () => {
  it('limits are those of the code', () => {
    const limits = limitsView(ADDRESS_LIMITS);
    const stated = new Map(rows(page('websocket.md')).map(([what = '', limit = '']) => [what, limit]));
    const window = `${limits.pointWindowSeconds} s`;
    const begins: Record<string, string> = {
      'points of a connection': `${limits.points} in ${window}`,
      'points of an account, over all its connections': `${limits.points} in ${window}`,
      'points of an address, over all its connections': `${limits.pointsPerAddress} in ${window}`,
      'items of a page of history': `${PAGE_MAX}, ${PAGE_DEFAULT} when`,
      'bars in an answer': `${BARS_MAX}`,
      'label of a delegate': `${LABEL_MAX} characters`,
    };
    for (const [what, text] of Object.entries(begins)) {
      const found = stated.get(what) ?? `no row ${what}`;
      expect(found.slice(0, text.length)).toBe(text);
    }
    const prose = page('websocket.md').replace(/\s+/g, ' ');
    for (const sentence of [
      `at most ${limits.commandsPerFrame} commands`,
      `more than ${limits.frameCharacters} characters`,
      `${limits.connectionsPerAddress} connections and open ${limits.newConnectionsPerAddress} in ${limits.pointWindowSeconds} seconds`,
    ])
      expect(prose).toContain(sentence);
  });

  it('costs of commands are those of the code', () => {
    const priced = rows(page('market-makers.md')).flatMap(([what = '', points = '']) => {
      const name = COMMAND_NAMES.find((one) => what.startsWith(`\`${one}\``));
      return name === undefined ? [] : [[name, Number(points)] as const];
    });
    expect(priced.length).toBeGreaterThan(3);
    for (const [name, points] of priced) expect([name, points]).toEqual([name, COMMANDS[name].tenths / 10]);
  });

  it('checksums are those of the code, and of the limit that it has', () => {
    const worked = rows(page('books.md')).filter(([packet = '']) => packet.includes('CHECKSUM,'));
    expect(worked).toHaveLength(2);
    for (const [, text = '', sum] of worked) {
      expect(String(bookChecksum(text.replaceAll('`', '').split(',')))).toBe(sum);
    }
    expect(page('books.md')).toContain(`the best ${CHECKSUM_LINES} lines of each side`);
  });

  it('statuses of REST are those of the code', () => {
    const stated = rows(page('rest.md')).flatMap(([status, http]) =>
      Number(status) > 0 ? [`${status} ${http}`] : [],
    );
    const real = Object.values(REST_STATUS).flatMap(({ status, http }) =>
      status > 0 ? [`${status} ${http}`] : [],
    );
    expect(stated).toEqual(real);
  });

  it.each(pages)('%s names no code, and no command, that does not exist', (_, text) => {
    const codes = [...text.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, code = '']) => code);
    const known = new Set<string>([...REJECTION_CODES, ...CLIENT_CODES, ...SETTINGS]);
    expect(codes.filter((code) => !known.has(code))).toEqual([]);
    const sent = [...text.matchAll(/"c": ?"(\w+)"/g)].map(([, name = '']) => name);
    const names = new Set<string>(COMMAND_NAMES);
    expect(sent.filter((name) => !names.has(name))).toEqual([]);
  });
});
