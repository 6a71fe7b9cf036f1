import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { writeArtifacts } from './artifacts.mjs';
import { contractsFolder } from './compiler.mjs';

// Runs forge on this folder, offline and with npm's solc: node contracts/forge.mjs test [forge's options]
// node contracts/forge.mjs renew: measures gas and size again, and writes contracts/snapshots
const [given = 'test', ...options] = process.argv.slice(2);
const renew = given === 'renew';
const command = renew ? 'test' : given;
if (renew) options.push('--match-contract', 'GasTest');
const snapshots = renew ? { FORGE_SNAPSHOT_CHECK: 'false', FORGE_SNAPSHOT_EMIT: 'true' } : {};
const root = join(contractsFolder, '..');
// The binary itself: the script that npm links to it swallows the exit code.
const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
const platform = `forge-${process.platform}-${architecture}`;
const forge = join(root, 'node_modules', '@foundry-rs', platform, 'bin', 'forge');
const solc = join(contractsFolder, 'solc-standard-json.cjs');
writeArtifacts();
const { status, error } = spawnSync(
  forge,
  [command, '--root', root, '--use', solc, '--offline', ...options],
  {
    stdio: 'inherit',
    env: { ...process.env, ...snapshots, FOUNDRY_CONFIG: join(contractsFolder, 'foundry.toml') },
  },
);
if (error) throw error;
process.exit(status ?? 1);
