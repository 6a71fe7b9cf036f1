import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const solc = require('solc');

export const contractsFolder = dirname(fileURLToPath(import.meta.url));
const modulesFolder = join(contractsFolder, '..', 'node_modules');

/** The settings that decide the bytecode. foundry.toml says the same again for the tests. */
export const settings = {
  viaIR: true,
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 1000 },
  metadata: { bytecodeHash: 'none' },
};

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

const importedSource = (path) => {
  try {
    return { contents: readFileSync(join(modulesFolder, path), 'utf8') };
  } catch (error) {
    return { error: `${path}: ${String(error)}` };
  }
};

/** Compiles everything under contracts/src and answers solc's contracts by source file. */
export const compileSources = () => {
  const files = soliditySources();
  return compiled(
    Object.fromEntries(
      files.map((path) => [relative(contractsFolder, path), { content: readFileSync(path, 'utf8') }]),
    ),
  );
};

/** Compiles one source of an installed package, for tests that need the contract of another house. */
export const compileModule = (path) => compiled({ [path]: { content: importedSource(path).contents } })[path];

/** Throws with every compiler message if one is an error. */
const compiled = (sources) => {
  const input = {
    language: 'Solidity',
    sources,
    settings: {
      ...settings,
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input), { import: importedSource }));
  const messages = output.errors ?? [];
  if (messages.some((message) => message.severity === 'error')) {
    throw new Error(messages.map((message) => message.formattedMessage).join('\n'));
  }
  for (const message of messages.filter(({ errorCode }) => errorCode !== TRANSIENT_STORAGE_ADVICE))
    process.stderr.write(`${message.formattedMessage}\n`);
  return output.contracts;
};
