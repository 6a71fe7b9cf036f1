import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const solc = require('solc');

export const contractsFolder = dirname(fileURLToPath(import.meta.url));
const modulesFolder = join(contractsFolder, '..', 'node_modules');

/**
 * The settings that decide the bytecode. foundry.toml says the same again for the tests. The hash of the metadata stays in
 * the bytecode, so that a block explorer can tell exactly these sources from others that compile to the same code.
 */
export const settings = {
  viaIR: true,
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 1000 },
  metadata: { bytecodeHash: 'ipfs' },
};

/** What isn't ours but deployed with it. */
export const TIMELOCK_SOURCE = '@openzeppelin/contracts/governance/TimelockController.sol';

// solc's general advice about tstore; the only use is OpenZeppelin's reentrancy guard, which clears its slot.
const TRANSIENT_STORAGE_ADVICE = '2394';

/** The compiler's version as it names itself, for example 0.8.37+commit.…. */
export const compilerVersion = () => solc.version();

/** The files under contracts/src, or one of its folders, in a fixed order. */
export const soliditySources = (folder = join(contractsFolder, 'src')) =>
  readdirSync(folder, { withFileTypes: true })
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return soliditySources(path);
      return entry.name.endsWith('.sol') ? [path] : [];
    });

const IMPORT = /^import\s+(?:[^"';]*?\bfrom\s+)?"([^"]+)"/gm;

/** The names of the sources that a source imports. */
const importsOf = (name, content) =>
  [...content.matchAll(IMPORT)].map(([, imported]) =>
    imported.startsWith('.') ? posix.join(posix.dirname(name), imported) : imported,
  );

const sourceOf = (name) =>
  readFileSync(join(/^(src|test)\//.test(name) ? contractsFolder : modulesFolder, name), 'utf8');

/** The named sources and all that they import, by name in a fixed order. */
const closureOf = (names) => {
  const sources = new Map();
  const add = (name) => {
    if (sources.has(name)) return;
    const content = sourceOf(name);
    sources.set(name, { content });
    importsOf(name, content).forEach(add);
  };
  names.forEach(add);
  return Object.fromEntries([...sources].sort(([left], [right]) => (left < right ? -1 : 1)));
};

const OUTPUTS = [
  'abi',
  'metadata',
  'evm.bytecode.object',
  'evm.deployedBytecode.object',
  'evm.deployedBytecode.immutableReferences',
];

/** solc's standard JSON of the named sources: nothing is read from elsewhere, so it compiles to the same bytes anywhere. */
const standardInput = (names) => ({
  language: 'Solidity',
  sources: closureOf(names),
  settings: { ...settings, outputSelection: { '*': { '*': OUTPUTS, '': ['ast'] } } },
});

const ownSources = () =>
  soliditySources().map((path) => relative(contractsFolder, path).replaceAll('\\', '/'));
const isTestSource = (name) => name.startsWith('src/test/');

/** What is deployed on a real chain, with the timelock, as one input: it is also what a block explorer is given. */
export const shippedInput = () =>
  standardInput([...ownSources().filter((name) => !isTestSource(name)), TIMELOCK_SOURCE]);

/** Throws with every compiler message if one is an error. The whole answer of solc. */
export const compileInput = (input) => {
  const output = JSON.parse(solc.compile(JSON.stringify(input)));
  const messages = output.errors ?? [];
  if (messages.some((message) => message.severity === 'error')) {
    throw new Error(messages.map((message) => message.formattedMessage).join('\n'));
  }
  for (const message of messages.filter(({ errorCode }) => errorCode !== TRANSIENT_STORAGE_ADVICE))
    process.stderr.write(`${message.formattedMessage}\n`);
  return output;
};

/**
 * Compiles everything under contracts/src, and the timelock: solc's contracts by source file, and the names of immutables by
 * their id. `shipped`: another input for what is deployed.
 */
export const compileAll = (shipped = shippedInput()) => {
  const output = compileInput(shipped);
  const tests = compileInput(standardInput(ownSources().filter(isTestSource)));
  return { contracts: { ...tests.contracts, ...output.contracts }, immutables: immutablesIn(output.sources) };
};

/** The same without the names. */
export const compileSources = () => compileAll().contracts;

/** Compiles one source, for example of a test, and what it imports: its contracts by name. */
export const compileSource = (name) => compileInput(standardInput([name])).contracts[name];

/** Names of immutable variables by their ids in the syntax trees. */
const immutablesIn = (sources) => {
  const names = new Map();
  const visit = (node) => {
    if (typeof node !== 'object' || node === null) return;
    if (node.nodeType === 'VariableDeclaration' && node.mutability === 'immutable')
      names.set(String(node.id), node.name);
    Object.values(node).forEach(visit);
  };
  Object.values(sources).forEach(({ ast }) => visit(ast));
  return names;
};
