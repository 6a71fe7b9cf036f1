import { isDevelopmentChain, routerAddress } from '@exchange/contract/chain';
import { type FeeRow, parseAddress, parseFeeRows } from '@exchange/core/kernel';
import { ADDRESS_LIMITS, type ConfigView, feeRowViews, limitsView } from '@exchange/core/wire';
import { ConfigError } from '@exchange/platform';
import type { DeploymentConfig } from './deployment-fields';

/** What this deployment is (seed: Config), but for the time of an answer, the limits of a raised address, and what the listing's log tells. */
export type Deployment = Omit<ConfigView, 'time' | 'waitingPeriod' | 'depositsPaused' | 'nextFees'>;

/** The contract refuses every higher maximum. */
const CONTRACT_FEE_BPS_MAX = 500;

/** The deployment that the configuration describes. Throws a ConfigError that says what is wrong with it. */
export function deploymentOf(config: DeploymentConfig): Deployment {
  const { network, exchangeName: name, chainId, confirmations } = config;
  const contract = parseAddress(config.contract, 'EXCHANGE_CONTRACT');
  if (!contract.ok) throw new ConfigError(contract.message);
  const fees = feeRowViews(feeSchedule(config.fees, CONTRACT_FEE_BPS_MAX));
  const limits = limitsView(ADDRESS_LIMITS);
  return {
    ...{ contractAddress: contract.value, network, name, chainId, confirmations, fees, limits },
    websocketUrl: config.websocketUrl,
    // A client puts /tx/ and the hash behind it.
    explorerUrl: config.explorerUrl?.replace(/\/+$/, ''),
    rpcUrl: publicRpcUrl(config),
    depositRouter: routerAddress(contract.value),
    demoBarsBefore: demoBarsBefore(config),
  };
}

/** On other chains a page reads the chain through its wallet: a node of ours would be everybody's. */
function publicRpcUrl({ rpcUrl, chainId }: DeploymentConfig): string | undefined {
  if (rpcUrl !== undefined && !isDevelopmentChain(chainId))
    throw new ConfigError(
      `PUBLIC_RPC_URL is for development chains; CHAIN_ID is ${chainId}, so leave it out.`,
    );
  return rpcUrl;
}

/** Before when bars are demo bars, Unix ms; undefined where there are none. Throws a ConfigError off development chains. */
export function demoBarsBefore({
  demoBarsBefore: before,
  chainId,
}: {
  readonly demoBarsBefore?: number | undefined;
  readonly chainId?: number | undefined;
}): number | undefined {
  if (before !== undefined && (chainId === undefined || !isDevelopmentChain(chainId)))
    throw new ConfigError(
      `DEMO_BARS_BEFORE is for development chains (31337 and 1337); CHAIN_ID is ${chainId ?? 'not set'}, so leave it out.`,
    );
  return before;
}

/** The fee schedule of these rows. Throws one ConfigError that lists every problem. */
export function feeSchedule(texts: readonly string[], maxFeeBps: number): readonly FeeRow[] {
  const { rows, problems } = parseFeeRows(texts, maxFeeBps);
  if (problems.length === 0) return rows;
  throw new ConfigError(`FEE_SCHEDULE is wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
}
