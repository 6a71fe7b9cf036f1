import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { roomsPage } from './rooms-table';

it('docs/ROOMS.md shows the inboxes and tables as they are (else: node tools/run.mjs rooms)', async () => {
  const options = await resolveConfig('docs/ROOMS.md');
  const expected = await format(roomsPage('.'), { ...options, filepath: 'docs/ROOMS.md' });
  expect(readFileSync('docs/ROOMS.md', 'utf8')).toBe(expected);
});
