import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileSources, compilerVersion, contractsFolder, settings, soliditySources } from './compiler.mjs';
import { solidityInterface } from './solidity-interface.mjs';

const folder = join(contractsFolder, 'dist', 'artifacts');
const stamp = join(folder, 'sources.sha256');

const sourcesHash = () => {
  const digest = createHash('sha256').update(compilerVersion()).update(JSON.stringify(settings));
  for (const path of soliditySources()) digest.update(path).update(readFileSync(path));
  return digest.digest('hex');
};

/**
 * Writes the exchange's bytecode, as it is deployed, and its interface where the Solidity tests find them. The tests themselves are
 * compiled without the optimizer, which takes seconds instead of minutes.
 */
export const writeArtifacts = () => {
  const hash = sourcesHash();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  const { abi, evm } = compileSources()['src/Exchange.sol'].Exchange;
  mkdirSync(folder, { recursive: true });
  const artifact = { abi, bytecode: { object: `0x${evm.bytecode.object}` } };
  writeFileSync(join(folder, 'Exchange.json'), JSON.stringify(artifact));
  const types = '../../src/ExchangeTypes.sol';
  writeFileSync(join(folder, 'IExchange.sol'), solidityInterface('IExchange', abi, types));
  writeFileSync(stamp, hash);
};
