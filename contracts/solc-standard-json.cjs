#!/usr/bin/env node
// npm's solc as the executable that forge asks for: `--version`, and `--standard-json` from stdin to stdout.
const { readFileSync } = require('node:fs');
const solc = require('solc');

if (process.argv.includes('--version')) {
  const version = solc.version().replace(/\.Emscripten\.clang$/, '.Linux.g++');
  process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${version}\n`);
} else {
  process.stdout.write(solc.compile(readFileSync(0, 'utf8')));
}
