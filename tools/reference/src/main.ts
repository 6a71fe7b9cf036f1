import { writeFileSync } from 'node:fs';
import { markdownPages } from '@exchange/edge/reference';
import { format, resolveConfig } from 'prettier';

/** Writes the pages of docs/interface that the schemas say. */
for (const [name, text] of Object.entries(markdownPages())) {
  const target = `docs/interface/${name}`;
  writeFileSync(target, await format(text, { ...(await resolveConfig(target)), filepath: target }));
  console.log(`${target} written`);
}
