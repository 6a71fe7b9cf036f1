import { RECORD_KEEPERS, REJECTION_CODES, type ServiceName } from '@exchange/core/kernel';
import type { LabelBound } from './metric';

/** Services in which one process is active and others stand by. */
export const WITH_STANDBYS = RECORD_KEEPERS.filter((name) => name !== 'account-service');

export const CHAIN_READERS = [
  'chain-watcher',
  'settlement-service',
  'attester',
  'solvency',
] as const satisfies readonly ServiceName[];

/** How a request ended: well, or with a code of the interface. */
export const OUTCOMES: readonly string[] = ['ok', ...REJECTION_CODES];

export const MARKETS: LabelBound = { of: 'listed markets', max: 100 };
export const TOKENS: LabelBound = { of: 'listed tokens, by symbol', max: 100 };
export const CONTRACT_TOKENS: LabelBound = { of: 'tokens of the contract, by its number for each', max: 200 };
export const ENGINES: LabelBound = { of: 'engines of the deployment', max: 32 };
export const NODES: LabelBound = { of: 'nodes of the chain, by host', max: 16 };
export const REQUESTS: LabelBound = { of: 'kinds of requests in libs/contract/bus', max: 100 };
export const LOGS: LabelBound = {
  of: 'logs in libs/contract/bus, by the pattern of their subjects',
  max: 30,
};

/** Buckets for what is answered at once, or should be. */
export const QUICK_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
