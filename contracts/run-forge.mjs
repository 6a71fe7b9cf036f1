import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { contractsFolder } from './compiler.mjs';

const root = join(contractsFolder, '..');
const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
const platform = `forge-${process.platform}-${architecture}`;
// The binary itself: the script that npm links to it swallows the exit code.
const forge = join(root, 'node_modules', '@foundry-rs', platform, 'bin', 'forge');
const solc = join(contractsFolder, 'solc-standard-json.cjs');

/** Runs a command of forge on this folder, offline and with npm's solc. Throws when it can't be started. */
export const runForge = (command, options, { env = {}, ...spawning } = {}) => {
  const ended = spawnSync(forge, [command, '--root', root, '--use', solc, '--offline', ...options], {
    maxBuffer: 2 ** 28,
    ...spawning,
    env: { ...process.env, FOUNDRY_CONFIG: join(contractsFolder, 'foundry.toml'), ...env },
  });
  if (ended.error) throw ended.error;
  return ended;
};
