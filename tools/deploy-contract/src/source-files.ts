import { creationsOf, type SystemPlan } from '@exchange/contract/chain';
import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const SCRIPT = 'contracts/source-bundle.mjs';

/** The repository: this file may have become part of a bundle below it. */
function root(folder = import.meta.dirname): string {
  if (existsSync(path.join(folder, SCRIPT))) return folder;
  const above = path.dirname(folder);
  if (above === folder) throw new Error(`the sources of the contracts are not there: ${SCRIPT} is missing`);
  return root(above);
}

/**
 * Writes what a block explorer needs to verify the sources exactly: the compiler's standard JSON input and version, and of
 * each contract its address and its constructor's arguments.
 */
export async function writeSources(folder: string, plan: SystemPlan, chainId: bigint): Promise<void> {
  const cwd = root();
  await promisify(execFile)(process.execPath, [SCRIPT, path.resolve(folder)], { cwd });
  const contracts = creationsOf(plan).map(({ contract, address, constructorArguments }) => ({
    ...{ contract, chainId: Number(chainId), address, constructorArguments },
  }));
  writeFileSync(path.join(folder, 'contracts.json'), `${JSON.stringify(contracts, null, 2)}\n`);
}
