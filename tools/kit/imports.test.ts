import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const TOOLS = path.resolve(import.meta.dirname, '..');
const KIT = 'kit';

const folders = readdirSync(TOOLS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const filesOf = (tool: string): string[] =>
  readdirSync(path.join(TOOLS, tool), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|mjs)$/.test(file))
    .map((file) => path.join(tool, file));

/** What a file imports of the folders here: `tool/…`. */
const importsOf = (file: string): string[] =>
  [...readFileSync(path.join(TOOLS, file), 'utf8').matchAll(/(?:from|import\(?) ?'(\.[^']*)'/g)]
    .map(([, specifier = '']) => path.normalize(path.join(path.dirname(file), specifier)))
    .filter((imported) => !imported.startsWith('..'));

const toolOf = (file: string): string => file.split(path.sep)[0] ?? '';

it('finds the imports between files', () => {
  const imported = folders.flatMap(filesOf).flatMap(importsOf).map(toolOf);
  expect(imported.filter((tool) => tool === KIT).length).toBeGreaterThan(50);
});

it.each(folders)('%s imports its own files, the kit and libraries: no other tool', (tool) => {
  const others = filesOf(tool).flatMap((file) =>
    importsOf(file)
      .filter((imported) => ![tool, KIT].includes(toolOf(imported)))
      .map((imported) => `${file} imports ${imported}`),
  );
  expect(others).toEqual([]);
});
