import type { ServiceName } from '@exchange/contract/bus';
import type { Part } from '../../../kit/running/ports';

/** The apps of the exchange, in the order in which their lines appear. */
export const APPS = [
  'account-service',
  'matching-engine',
  'market-data',
  'chain-watcher',
  'settlement-service',
  'attester',
  'solvency',
  'operator-gateway',
  'rest-gateway',
  'ws-gateway',
] as const satisfies readonly (ServiceName & Part)[];

export type App = (typeof APPS)[number];
