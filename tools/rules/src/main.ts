import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writtenFiles } from './written-files';

/** Writes the rules of Prometheus and their examples. */
for (const [file, text] of await writtenFiles()) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(`${file} written`);
}
