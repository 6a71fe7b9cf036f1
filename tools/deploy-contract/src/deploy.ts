import {
  type Creation,
  creationsOf,
  deployCreations,
  firstBlockOf,
  isThere,
  requireFactory,
  type SystemPlan,
  systemPlan,
} from '@exchange/contract/chain';
import { address, type Address, parseAddress, ZERO_ADDRESS } from '@exchange/core/kernel';
import { openKeystore } from '@exchange/edge/keys';
import { type JsonRpcProvider, NonceManager, Wallet } from 'ethers';
import path from 'node:path';
import { addressesIn, type ConfigFile } from './config-file';
import {
  type DeploymentFile,
  deploymentFileIn,
  plannedDeployment,
  readDeployment,
  saveDeployment,
  withOutcome,
} from './deployment-file';
import { until } from '../../kit/until';
import type { DeployOptions } from './options';
import { planTable } from './plan-table';
import type { Run } from './run';
import { writeSources } from './source-files';
import { verify } from './verify';

const EARLIER_MS_MAX = 600_000;

/** Says what would be done, and does it with --send. */
export async function deploy(run: Run): Promise<void> {
  const { options, config, provider, say } = run;
  await requireFactory(provider);
  const plan = systemPlan(BigInt(config.chainId), config.system);
  const wallet = await walletOf(options);
  const payer = wallet === undefined ? payerIn(options) : address(wallet.address);
  refusePayerWithRole(payer, config);

  if (options.send) await waitForEarlier(run, payer);
  const { lines, isTooLittle } = await planTable(provider, creationsOf(plan), payer);
  lines.forEach((line) => say(line));
  const sources = path.join(options.out, 'verification');
  await writeSources(sources, plan, BigInt(config.chainId));
  say(`What block explorers need to verify the sources is in ${sources}.`);
  if (wallet === undefined || !options.send) {
    say('Nothing was sent: the same with --keystore FILE --password-file FILE --send does it.');
    return;
  }
  if (isTooLittle)
    throw new Error(`${payer} has less than this may cost, so nothing was sent: give it ether first`);
  await send(run, plan, wallet);
  say('');
  await verify(run);
}

async function send(
  { options, config, provider, say }: Run,
  plan: SystemPlan,
  wallet: Wallet,
): Promise<void> {
  const file = deploymentFileIn(options.out);
  let deployment = await begun(file, config, plan, provider);
  saveDeployment(file, deployment);
  const signer = new NonceManager(wallet.connect(provider));
  for await (const outcome of deployCreations(signer, creationsOf(plan))) {
    deployment = withOutcome(deployment, outcome);
    saveDeployment(file, deployment);
    say(sentence(outcome.creation, outcome.receipt?.hash));
  }
  say(`${file} says where everything is.`);
}

const sentence = ({ contract, address: at }: Creation, hash: string | undefined): string =>
  hash === undefined
    ? `${contract} is at ${at} already`
    : `${contract} is at ${at} now, by transaction ${hash}`;

/**
 * What a run that was cut off left is gone on with, unless the file of roles has changed since. Where nothing of it is there, as
 * on a development chain that began anew, its block is of another chain.
 */
async function begun(
  file: string,
  { chainId, system }: ConfigFile,
  plan: SystemPlan,
  provider: JsonRpcProvider,
): Promise<DeploymentFile> {
  const earlier = readDeployment(file);
  const isSame = earlier?.contract === plan.exchange.address && earlier.chainId === chainId;
  if (isSame && (await hasBegun(plan, provider))) return earlier;
  if (earlier !== undefined && !isSame) {
    throw new Error(
      `${file} is of another deployment, ${earlier.contract} on chain ${earlier.chainId}: name another folder with --out`,
    );
  }
  const place = { chainId: BigInt(chainId), name: system.name };
  return plannedDeployment(place, plan, await blockBefore(plan, provider));
}

/** A block before which nothing of a plan was there, also when an earlier run didn't come to leave its file. */
async function blockBefore(plan: SystemPlan, provider: JsonRpcProvider): Promise<number> {
  return (await hasBegun(plan, provider)) ? firstBlockOf(provider, firstOf(plan)) : provider.getBlockNumber();
}

const hasBegun = (plan: SystemPlan, provider: JsonRpcProvider): Promise<boolean> =>
  isThere(provider, firstOf(plan));

const firstOf = ({ timelock, exchange }: SystemPlan): Address => (timelock ?? exchange).address;

/** What an earlier run had sent comes first: sent twice, it would be paid for twice. */
async function waitForEarlier({ provider, say }: Run, payer: Address): Promise<void> {
  const count = (block: string) => provider.getTransactionCount(payer, block);
  const waiting = async () => (await count('pending')) - (await count('latest'));
  const first = await waiting();
  if (first > 0) say(`waiting for ${first} transactions of ${payer} that are on their way`);
  await until(async () => (await waiting()) === 0 || undefined, {
    everyMs: 500,
    timeoutMs: EARLIER_MS_MAX,
    failure: () => `${payer} has transactions that no block takes: replace or drop them first`,
  });
}

async function walletOf({ keystore, passwordFile }: DeployOptions): Promise<Wallet | undefined> {
  if (keystore === undefined || passwordFile === undefined) return undefined;
  return new Wallet(await openKeystore({ file: keystore, passwordFile }));
}

/** Without a key nobody in particular is asked what it would cost. */
function payerIn({ from }: DeployOptions): Address {
  if (from === undefined) return ZERO_ADDRESS;
  const read = parseAddress(from, '--from');
  if (!read.ok) throw new Error(read.message);
  return read.value;
}

function refusePayerWithRole(payer: Address, { system }: ConfigFile): void {
  if (!addressesIn(system).includes(payer)) return;
  throw new Error(`${payer}, which pays, has a task in the file of roles: pay with a key that has none`);
}
