import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { roomsPage } from './rooms-table';
import { formatted } from '../../kit/formatted';

it('docs/ROOMS.md shows the inboxes and tables as they are (else: node tools/run.mjs rooms)', async () => {
  const expected = await formatted('docs/ROOMS.md', roomsPage('.'));
  expect(readFileSync('docs/ROOMS.md', 'utf8')).toBe(expected);
});
