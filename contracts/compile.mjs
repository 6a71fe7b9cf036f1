import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { bindingFiles } from './bindings.mjs';
import { compileSources } from './compiler.mjs';

// One command for the typed bindings: node contracts/compile.mjs
for (const file of await bindingFiles(compileSources())) {
  mkdirSync(dirname(file.path), { recursive: true });
  writeFileSync(file.path, file.content);
  process.stdout.write(`${file.path}\n`);
}
