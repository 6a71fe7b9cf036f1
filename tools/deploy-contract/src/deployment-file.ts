import type { CreationOutcome, SystemPlan } from '@exchange/contract/chain';
import { address, type Address } from '@exchange/core/kernel';
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

/** What an earlier run left; undefined if none did. Throws a sentence if it is something else. */
export function readDeployment(file: string): DeploymentFile | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  try {
    const read = JSON.parse(text) as DeploymentFile;
    return { ...read, contract: address(read.contract), lens: address(read.lens) };
  } catch {
    throw new Error(`${file} is not what this tool leaves: it names no contract and lens`);
  }
}
