import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { markdownPages, shownExamples, withExamples } from '@exchange/edge/reference';
import { formatted } from '../../kit/formatted';

it.each(Object.entries(markdownPages()))(
  'docs/interface/%s is what the schemas say (else: node tools/run.mjs reference)',
  async (name, text) => {
    const path = `docs/interface/${name}`;
    const expected = await formatted(path, text);
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
    expect(await formatted(path, expected)).toBe(page);
  }
  const programs = readdirSync('examples').filter((name) => name.endsWith('.mjs'));
  const all = programs.map((name) => `examples/${name}`);
  expect(shown.sort()).toEqual(all.filter((path) => path !== 'examples/place-order.mjs').sort());
});
