import { writeArtifacts } from './artifacts.mjs';
import { runForge } from './run-forge.mjs';

// Runs forge on this folder, offline and with npm's solc: node contracts/forge.mjs test [forge's options]
// node contracts/forge.mjs renew: measures gas and size again, and writes contracts/snapshots
const [given = 'test', ...options] = process.argv.slice(2);
const renew = given === 'renew';
const command = renew ? 'test' : given;
if (renew) options.push('--match-contract', 'GasTest');
const env = renew ? { FORGE_SNAPSHOT_CHECK: 'false', FORGE_SNAPSHOT_EMIT: 'true' } : {};
writeArtifacts();
const { status } = runForge(command, options, { stdio: 'inherit', env });
process.exit(status ?? 1);
