import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { citedParts, headingsOf } from './citations';

const PAGES = 'docs/interface';

it('every part of docs/interface that code cites is a heading there', () => {
  const headings = new Set(
    readdirSync(PAGES)
      .flatMap((page) => headingsOf(readFileSync(`${PAGES}/${page}`, 'utf8')))
      .map((heading) => heading.toLowerCase()),
  );
  const files = execFileSync('git', ['ls-files', '*.ts', '*.mjs', '*.sol'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && !file.startsWith('tools/tidy/') && existsSync(file));
  const missing = files.flatMap((file) =>
    citedParts(readFileSync(file, 'utf8'))
      .filter((part) => !headings.has(part.toLowerCase()))
      .map((part) => `${file}: ${part}`),
  );
  expect(missing).toEqual([]);
});

it('a citation ends where its sentence does, and may go on in the next line', () => {
  expect(
    citedParts('/** Ids (docs/interface, event ids).\n * A (docs/interface,\n * order signatures; more) */'),
  ).toEqual(['event ids', 'order signatures']);
  expect(headingsOf('# A page\n\ntext\n\n### Event ids\n')).toEqual(['A page', 'Event ids']);
});
