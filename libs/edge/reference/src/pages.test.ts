import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { markdownPages } from './reference';
import { shownExamples, withExamples } from './shown-examples';

it.each(Object.entries(markdownPages()))(
  'docs/interface/%s is what the schemas say (else: node tools/run.mjs reference)',
  async (name, text) => {
    const path = `docs/interface/${name}`;
    const expected = await format(text, { ...(await resolveConfig(path)), filepath: path });
    expect(readFileSync(path, 'utf8')).toBe(expected);
  },
);

it('the programs that pages show are those of examples/ (else: node tools/run.mjs reference), each of them once', async () => {
  const shown: string[] = [];
  for (const name of readdirSync('docs/interface')) {
    const path = `docs/interface/${name}`;
    const page = readFileSync(path, 'utf8');
    const expected = withExamples(page, (example) => readFileSync(example, 'utf8'));
    shown.push(...shownExamples(page));
    expect(await format(expected, { ...(await resolveConfig(path)), filepath: path })).toBe(page);
  }
  const all = readdirSync('examples').map((name) => `examples/${name}`);
  expect(shown.sort()).toEqual(all.filter((path) => path !== 'examples/place-order.mjs').sort());
});
