import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shippedContracts } from './bindings.mjs';
import { compilerVersion, shippedInput } from './compiler.mjs';

// What a block explorer needs to verify the sources exactly: node contracts/source-bundle.mjs FOLDER
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: node contracts/source-bundle.mjs FOLDER');

const INPUT = 'standard-input.json';
/** The compiler's version as explorers name it. */
const version = `v${compilerVersion().replace(/\.Emscripten\.clang$/, '')}`;
const contracts = shippedContracts.map(({ source, contract }) => ({
  contract,
  fullyQualifiedName: `${source}:${contract}`,
}));

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, INPUT), `${JSON.stringify(shippedInput(), null, 2)}\n`);
writeFileSync(
  join(folder, 'compiler.json'),
  `${JSON.stringify({ compiler: version, standardInput: INPUT, contracts }, null, 2)}\n`,
);
