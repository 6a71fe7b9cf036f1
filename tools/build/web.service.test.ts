import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '../..');
const built = path.join(root, 'dist/apps/web');
const KIB = 1024;

const build = () => execFileSync(process.execPath, ['tools/build/web.mjs'], { cwd: root });
const asset = (name: string) => path.join(built, 'assets', name);
const text = (name: string) => readFileSync(asset(name), 'utf8');

/** What a browser gets of a file, compressed with gzip. */
function weight(file: string): number {
  try {
    return statSync(`${file}.gz`).size;
  } catch {
    return statSync(file).size;
  }
}

/** The files that index.html names, and what they import before anything runs. */
function first(): string[] {
  const index = readFileSync(path.join(built, 'index.html'), 'utf8');
  const found = [...index.matchAll(/(?:src|href)="\.\/assets\/([^"]+)"/g)].map(([, name]) => name ?? '');
  for (const name of found) {
    if (!name.endsWith('.js')) continue;
    for (const [, other = ''] of text(name).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
      if (!found.includes(other)) found.push(other);
  }
  return found;
}

describe('the built trading page', () => {
  beforeAll(() => void build(), 120_000);

  it('weighs at most 150 KiB in gzip until book and forms work, 220 KiB with the chart, and 250 KiB in all', () => {
    const until = first();
    expect(until.length).toBeGreaterThan(1);
    const sum = (names: readonly string[]) => names.reduce((all, name) => all + weight(asset(name)), 0);
    const all = readdirSync(path.join(built, 'assets')).filter((name) => !/\.(br|gz)$/.test(name));
    const index = weight(path.join(built, 'index.html'));
    expect(index + sum(until)).toBeLessThanOrEqual(150 * KIB);
    const chart = all.filter((name) => name.startsWith('candles-'));
    expect(chart).toHaveLength(1);
    expect(index + sum(until) + sum(chart)).toBeLessThanOrEqual(220 * KIB);
    expect(index + sum(all)).toBeLessThanOrEqual(250 * KIB);
  });

  it('has nothing inline, which the policy would refuse', () => {
    const index = readFileSync(path.join(built, 'index.html'), 'utf8');
    expect(index).not.toMatch(/<style|<script(?![^>]*\ssrc=)|\sstyle=|\son\w+=|data:/);
  });

  it('is built again only when something that it is made of has changed', () => {
    const before = statSync(path.join(built, 'index.html')).mtimeMs;
    build();
    expect(statSync(path.join(built, 'index.html')).mtimeMs).toBe(before);
  });
});
