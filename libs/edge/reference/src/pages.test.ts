import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { markdownPages } from './reference';

it.each(Object.entries(markdownPages()))(
  'docs/interface/%s is what the schemas say (else: node tools/run.mjs reference)',
  async (name, text) => {
    const path = `docs/interface/${name}`;
    const expected = await format(text, { ...(await resolveConfig(path)), filepath: path });
    expect(readFileSync(path, 'utf8')).toBe(expected);
  },
);
