import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { blocksOf } from './blocks';

it('reads the commands of the page, those beside the others, and when these must have stopped', () => {
  const blocks = blocksOf(readFileSync('docs/runbooks/deploying-the-contract.md', 'utf8'));
  expect(blocks.flatMap(({ until }) => until ?? [])).toEqual([
    ...['Listening on', 'the signer is ready', 'demo traders come'],
  ]);
  expect(blocks.findIndex(({ alone }) => alone)).toBe(blocks.length - 2);
  expect(blocks.at(-1)?.commands).toContain('kit withdraw --token ETH --amount all --send');
});
