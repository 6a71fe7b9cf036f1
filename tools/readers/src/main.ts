import { writeFileSync } from 'node:fs';
import { readerSources } from './sources';

/** Writes what reads packets in place of the schemas, and the costs of commands, for who must do without a validator. */
for (const [path, text] of await readerSources()) {
  writeFileSync(path, text);
  console.log(`${path} written`);
}
