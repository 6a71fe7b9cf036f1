import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { readerSources } from './sources';

it('what is made from the schemas is what they say: write it with `node tools/run.mjs readers`', async () => {
  for (const [path, text] of await readerSources()) expect(readFileSync(path, 'utf8')).toBe(text);
});
