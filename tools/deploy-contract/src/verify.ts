import {
  differenceOf,
  type Comparison,
  firstBlockOf,
  isGrave,
  operationText,
  type ScheduledOperation,
  systemPlan,
  verifyDeployment,
} from '@exchange/contract/chain';
import { textTable } from '../../kit/text-table';
import { type DeploymentFile, deploymentFileIn, readDeployment } from './deployment-file';
import type { Run } from './run';

/**
 * Compares what lies on the chain with the file of roles, and shows every line, and what the timelock has announced. Throws
 * when a line differs, not for what is announced.
 */
export async function verify(run: Run): Promise<void> {
  const { config, provider, say } = run;
  const deployment = deploymentOf(run);
  const chainId = BigInt(config.chainId);
  const plan = systemPlan(chainId, config.system);
  // Roles may have been granted since: then the file of roles says so, and the deployment where it is.
  const contract = deployment?.contract ?? plan.exchange.address;
  const timelock = deployment === undefined ? plan.timelock?.address : deployment.timelock;
  const fromBlock = deployment?.blockNumber ?? (await firstBlockOf(provider, timelock ?? contract));
  const system = { chainId, name: config.system.name, contract, timelock, fromBlock };
  const { comparisons, scheduled } = await verifyDeployment(provider, system, config.system);
  say(`exchange ${contract} on chain ${chainId}`);
  comparisonLines(comparisons).forEach((line) => say(line));
  if (timelock !== undefined) announcedLines(scheduled).forEach((line) => say(line));
  const difference = differenceOf(comparisons);
  if (difference !== undefined) throw new Error(`This is not what was wanted. ${difference}`);
  say('Everything is as wanted.');
}

/** A file that was named must be there; without one the plan says where everything is. */
function deploymentOf({ options, config }: Run): DeploymentFile | undefined {
  const file = options.deployment ?? deploymentFileIn(options.out);
  const deployment = readDeployment(file);
  if (deployment === undefined && options.deployment !== undefined)
    throw new Error(`there is no file ${file}`);
  if (deployment !== undefined && deployment.chainId !== config.chainId)
    throw new Error(`${file} is of chain ${deployment.chainId}, and the file of roles of ${config.chainId}`);
  return deployment;
}

function comparisonLines(comparisons: readonly Comparison[]): string[] {
  const rows = comparisons.map(({ what, expected, found, ok }) => [
    ...[ok ? 'ok' : 'NO', what],
    ok ? found : `${found} instead of ${expected}`,
  ]);
  return textTable(rows, ['left', 'left', 'left']);
}

const GRAVE_WORDS =
  "would change roles, delays or fees, take from the rebates' budget or end a pause, or can't be read";

function announcedLines(scheduled: readonly ScheduledOperation[]): string[] {
  if (scheduled.length === 0) return ['The timelock has announced nothing that is still open.'];
  const grave = scheduled.filter(isGrave).length;
  return [
    'The timelock has announced, and not carried out yet:',
    ...scheduled.map((one) => `  ${isGrave(one) ? 'WARNING: ' : ''}${operationText(one)}`),
    ...(grave === 0 ? [] : [`${grave} of these ${GRAVE_WORDS}.`]),
  ];
}
