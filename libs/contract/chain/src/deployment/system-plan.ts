import { ZERO_ADDRESS } from '@exchange/core/kernel';
import { exchangeAbi } from '../generated/exchange-abi';
import { exchangeBytecode } from '../generated/exchange-bytecode';
import { timelockAbi } from '../generated/timelock-abi';
import { timelockBytecode } from '../generated/timelock-bytecode';
import { lensCreation, routerCreation } from './companions';
import { chainSalt, type Creation, creationOf } from './creations';
import type { ExchangeConfig, SystemConfig, TimelockConfig } from './system-config';

const EXCHANGE = { contract: 'Exchange', abi: exchangeAbi, bytecode: exchangeBytecode };
const TIMELOCK = { contract: 'TimelockController', abi: timelockAbi, bytecode: timelockBytecode };

/** Everything that is deployed for an exchange, each known before anything is sent. */
export interface SystemPlan {
  /** Undefined where a plain key is the admin. */
  readonly timelock: Creation | undefined;
  readonly exchange: Creation;
  readonly lens: Creation;
  readonly router: Creation;
}

/** What a configuration comes to on a chain: it depends on the chain and on every word of the configuration. */
export function systemPlan(chainId: bigint, { admin, ...others }: SystemConfig): SystemPlan {
  const salt = chainSalt(chainId, others.name);
  const timelock = 'timelock' in admin ? timelockCreation(salt, admin.timelock) : undefined;
  const key = 'key' in admin ? admin.key : undefined;
  const config: ExchangeConfig = { ...others, admin: key ?? timelock?.address ?? ZERO_ADDRESS };
  const exchange = creationOf(EXCHANGE, salt, [config]);
  const { address } = exchange;
  return { timelock, exchange, lens: lensCreation(address), router: routerCreation(address) };
}

/** The creations of a plan in the order in which they are sent. */
export const creationsOf = ({ timelock, exchange, lens, router }: SystemPlan): readonly Creation[] => [
  ...(timelock ? [timelock] : []),
  ...[exchange, lens, router],
];

/** Without an admin of its own, a timelock is changed only by what it has announced. */
const timelockCreation = (salt: string, { delay, proposers, executors }: TimelockConfig): Creation =>
  creationOf(TIMELOCK, salt, [delay, proposers, executors, ZERO_ADDRESS]);
