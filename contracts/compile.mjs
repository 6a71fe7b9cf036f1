import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { bindingFiles } from './bindings.mjs';
import { compileAll } from './compiler.mjs';

// The typed bindings: node contracts/compile.mjs writes them, --check says which of them are out of date; --input FILE
// compiles the standard JSON of that file, as source-bundle.mjs wrote it, instead of the sources.
const { values } = parseArgs({ options: { check: { type: 'boolean' }, input: { type: 'string' } } });
const { check, input } = values;
const isCurrent = ({ path, content }) => existsSync(path) && readFileSync(path, 'utf8') === content;

const compiled = compileAll(input === undefined ? undefined : JSON.parse(readFileSync(input, 'utf8')));
const outdated = (await bindingFiles(compiled)).filter((file) => !isCurrent(file));
for (const { path, content } of outdated) {
  process.stdout.write(`${check ? 'out of date' : 'written'}: ${path}\n`);
  if (check) continue;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
process.exitCode = check && outdated.length > 0 ? 1 : 0;
