import type { CreationOutcome, SystemPlan } from '@exchange/contract/chain';
import { address, type Address, assert } from '@exchange/core/kernel';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What lies on a chain, as the tool leaves it for the services' configuration and for `verify`. */
export interface DeploymentFile {
  readonly chainId: number;
  readonly name: string;
  readonly contract: Address;
  readonly lens: Address;
  readonly router: Address;
  /** Missing where a plain key is the admin. */
  readonly timelock?: Address;
  /** A block before which nothing of it was there: CHAIN_START_BLOCK. */
  readonly blockNumber: number;
  /** By contract: what created it, as far as this tool sent it. */
  readonly transactions: Readonly<Record<string, string>>;
}

export const deploymentFileIn = (folder: string): string => path.join(folder, 'deployment.json');

/** What is known before anything is sent. */
export function plannedDeployment(
  { chainId, name }: { readonly chainId: bigint; readonly name: string },
  plan: SystemPlan,
  blockNumber: number,
): DeploymentFile {
  return {
    ...{ chainId: Number(chainId), name, contract: plan.exchange.address },
    ...{ lens: plan.lens.address, router: plan.router.address },
    ...(plan.timelock && { timelock: plan.timelock.address }),
    ...{ blockNumber, transactions: {} },
  };
}

/** The same with what has been created since. */
export const withOutcome = (file: DeploymentFile, { creation, receipt }: CreationOutcome): DeploymentFile =>
  receipt === undefined
    ? file
    : { ...file, transactions: { ...file.transactions, [creation.contract]: receipt.hash } };

/** Replaces the file as a whole, so that a run that is cut off leaves one that can be read. */
export function saveDeployment(file: string, deployment: DeploymentFile): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(deployment, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}

/** What an earlier run left; undefined if there is no such file. Throws a sentence if it is something else. */
export function readDeployment(file: string): DeploymentFile | undefined {
  const text = textOf(file);
  if (text === undefined) return undefined;
  try {
    return checked(JSON.parse(text) as DeploymentFile);
  } catch {
    throw new Error(
      `${file} is not what this tool leaves: it must name chainId, blockNumber and the addresses of contract, lens and router`,
    );
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${file} can't be read`, { cause: error });
  }
}

/** Throws on what the tool didn't write. */
function checked(read: DeploymentFile): DeploymentFile {
  const { chainId, blockNumber, contract, lens, router, timelock, transactions = {} } = read;
  assert([chainId, blockNumber].every(Number.isSafeInteger), 'whole numbers');
  return {
    ...read,
    ...{ contract: address(contract), lens: address(lens), router: address(router), transactions },
    ...(timelock !== undefined && { timelock: address(timelock) }),
  };
}
