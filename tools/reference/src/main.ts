import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { markdownPages, withExamples } from '@exchange/edge/reference';
import { formatted } from '../../kit/formatted';

const FOLDER = 'docs/interface';

/** Writes a page formatted, so that nobody formats it again. */
async function write(name: string, text: string): Promise<void> {
  const target = `${FOLDER}/${name}`;
  writeFileSync(target, await formatted(target, text));
  console.log(`${target} written`);
}

/** Writes the pages of docs/interface that the schemas say, and the programs that the others show. */
const generated = markdownPages();
for (const [name, text] of Object.entries(generated)) await write(name, text);
const read = (path: string) => readFileSync(path, 'utf8');
for (const name of readdirSync(FOLDER).filter((name) => name.endsWith('.md') && !(name in generated))) {
  const page = read(`${FOLDER}/${name}`);
  const shown = withExamples(page, read);
  if (shown !== page) await write(name, shown);
}
