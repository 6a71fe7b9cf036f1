import { parseAddress, reject, type Result, ok } from '@exchange/core/kernel';
import { ADDRESS_LIMITS, type ConfigView, limitsView } from '@exchange/core/wire';
import { ConfigError } from '@exchange/platform';
import type { DeploymentConfig } from './deployment-fields';

/** What this deployment is (seed: Config), but for the time of an answer and the limits of a raised address. */
export type Deployment = Omit<ConfigView, 'time'>;

type FeeRow = ConfigView['fees'][number];

const FEE_ROW = /^(\d+(?:\.\d+)?):(-?\d+):(\d+)$/;

/** The deployment that the configuration describes. Throws a ConfigError that says what is wrong with it. */
export function deploymentOf(config: DeploymentConfig): Deployment {
  const { network, exchangeName: name, chainId, confirmations } = config;
  const contract = parseAddress(config.contract, 'EXCHANGE_CONTRACT');
  if (!contract.ok) throw new ConfigError(contract.message);
  const fees = config.fees.map((text) => {
    const row = feeRow(text);
    if (!row.ok) throw new ConfigError(row.message);
    return row.value;
  });
  const limits = limitsView(ADDRESS_LIMITS);
  return { contractAddress: contract.value, network, name, chainId, confirmations, fees, limits };
}

function feeRow(text: string): Result<FeeRow> {
  const [, volume, makerPpm, takerPpm] = FEE_ROW.exec(text) ?? [];
  if (volume === undefined) {
    return reject('INVALID_FIELD', `FEE_SCHEDULE: ${text} must be volume:makerPpm:takerPpm`);
  }
  return ok({ volume, makerPpm: Number(makerPpm), takerPpm: Number(takerPpm) });
}
