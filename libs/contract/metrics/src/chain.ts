import { CHAIN_READERS, NODES } from './labels';
import { counter, gauge, histogram } from './metric';

const watcher = ['chain-watcher'] as const;

export const nodeState = gauge({
  name: 'chain_node_state',
  help: '1 for the state that a node of the chain is in',
  labels: { node: NODES, state: ['well', 'failing', 'behind', 'lying'] },
  services: CHAIN_READERS,
});

export const nodeRequests = counter({
  name: 'chain_node_requests_total',
  help: 'Requests to a node of the chain, by how they ended; what the chain refuses is answered',
  labels: { node: NODES, outcome: ['answered', 'failed'] },
  services: CHAIN_READERS,
});

export const nodeSeconds = histogram({
  name: 'chain_node_request_seconds',
  help: 'From a request to a node to its answer',
  unit: 'seconds',
  labels: { node: NODES },
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  services: CHAIN_READERS,
});

export const headBlock = gauge({
  name: 'chain_head_block',
  help: 'Number of the newest block of the chain that was seen',
  labels: {},
  services: watcher,
});

export const finalBlock = gauge({
  name: 'chain_final_block',
  help: 'Number of the newest block that counts as final',
  labels: {},
  services: watcher,
});

export const blocksBehind = gauge({
  name: 'chain_blocks_behind',
  help: 'Blocks of the chain that are not read yet',
  unit: 'blocks',
  labels: {},
  services: watcher,
});

export const chainLag = gauge({
  name: 'chain_lag_seconds',
  help: 'Since the chain was last read to its end',
  unit: 'seconds',
  labels: {},
  services: watcher,
});

export const blockAge = gauge({
  name: 'chain_block_age_seconds',
  help: 'By how much the newest known block is older than now, by its own time',
  unit: 'seconds',
  labels: {},
  services: watcher,
});

export const reorganisations = counter({
  name: 'chain_reorganisations_total',
  help: 'Looks that found known blocks gone',
  labels: {},
  services: watcher,
});

export const undoneBlocks = counter({
  name: 'chain_undone_blocks_total',
  help: 'Known blocks that were gone',
  unit: 'blocks',
  labels: {},
  services: watcher,
});
