import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileSources, compilerVersion, contractsFolder, settings, soliditySources } from './compiler.mjs';
import { solidityInterface } from './solidity-interface.mjs';

const folder = join(contractsFolder, 'dist', 'artifacts');
const stamp = join(folder, 'sources.sha256');

const shipped = [
  ['src/Exchange.sol', 'Exchange'],
  ['src/lens/ExchangeLens.sol', 'ExchangeLens'],
  ['src/router/DepositRouter.sol', 'DepositRouter'],
];

const sourcesHash = () => {
  const digest = createHash('sha256')
    .update(compilerVersion())
    .update(JSON.stringify([settings, shipped]));
  for (const path of soliditySources()) digest.update(path).update(readFileSync(path));
  return digest.digest('hex');
};

/**
 * Writes the bytecode of what is shipped, as it is deployed, and the exchange's interface where the Solidity tests find
 * them. The tests themselves are compiled without the optimizer, which takes seconds instead of minutes.
 */
export const writeArtifacts = () => {
  const hash = sourcesHash();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  const sources = compileSources();
  mkdirSync(folder, { recursive: true });
  for (const [source, name] of shipped) {
    const { abi, evm } = sources[source][name];
    const bytecode = { object: `0x${evm.bytecode.object}` };
    const deployedBytecode = { object: `0x${evm.deployedBytecode.object}` };
    writeFileSync(join(folder, `${name}.json`), JSON.stringify({ abi, bytecode, deployedBytecode }));
  }
  const types = '../../src/ExchangeTypes.sol';
  const { abi } = sources['src/Exchange.sol'].Exchange;
  writeFileSync(join(folder, 'IExchange.sol'), solidityInterface('IExchange', abi, types));
  writeFileSync(stamp, hash);
};
