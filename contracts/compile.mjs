import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { bindingFiles } from './bindings.mjs';
import { compileSources } from './compiler.mjs';

// The typed bindings: node contracts/compile.mjs writes them, --check says which of them are out of date.
const check = process.argv.includes('--check');
const isCurrent = ({ path, content }) => existsSync(path) && readFileSync(path, 'utf8') === content;

const outdated = (await bindingFiles(compileSources())).filter((file) => !isCurrent(file));
for (const { path, content } of outdated) {
  process.stdout.write(`${check ? 'out of date' : 'written'}: ${path}\n`);
  if (check) continue;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
process.exitCode = check && outdated.length > 0 ? 1 : 0;
