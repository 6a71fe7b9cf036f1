import {
  differenceOf,
  type Comparison,
  firstBlockOf,
  systemPlan,
  verifyDeployment,
} from '@exchange/contract/chain';
import { textTable } from '../../kit/text-table';
import { deploymentFileIn, readDeployment } from './deployment-file';
import type { Run } from './run';

/** Compares what lies on the chain with the file of roles, and shows every line. Throws when one differs. */
export async function verify({ options, config, provider, say }: Run): Promise<void> {
  const deployment = readDeployment(options.deployment ?? deploymentFileIn(options.out));
  const chainId = BigInt(config.chainId);
  const plan = systemPlan(chainId, config.system);
  // Roles may have been granted since: then the file of roles says so, and the deployment where it is.
  const contract = deployment?.contract ?? plan.exchange.address;
  const timelock = deployment === undefined ? plan.timelock?.address : deployment.timelock;
  const fromBlock = deployment?.blockNumber ?? (await firstBlockOf(provider, timelock ?? contract));
  const system = { chainId, name: config.system.name, contract, timelock, fromBlock };
  const comparisons = await verifyDeployment(provider, system, config.system);
  say(`exchange ${contract} on chain ${chainId}`);
  comparisonLines(comparisons).forEach((line) => say(line));
  const difference = differenceOf(comparisons);
  if (difference !== undefined) throw new Error(`This is not what was wanted. ${difference}`);
  say('Everything is as wanted.');
}

function comparisonLines(comparisons: readonly Comparison[]): string[] {
  const rows = comparisons.map(({ what, expected, found, ok }) => [
    ...[ok ? 'ok' : 'NO', what],
    ok ? found : `${found} instead of ${expected}`,
  ]);
  return textTable(rows, ['left', 'left', 'left']);
}
