import { chainMetrics, moneyMetrics } from '@exchange/contract/metrics';
import type { Alert } from '../alert';
import { series } from '../promql';
import { labelsOf, placeOf } from './place';

const { blockAge, chainLag, finalBlock, headBlock, nodeState, undoneBlocks } = chainMetrics;
const { oldestTrade, settlerBalance, settlersFit, surplus, waitingCosignatures } = moneyMetrics;

const WATCHERS = [placeOf('chain-watcher'), placeOf('chain-watcher', 1)] as const;
const SETTLEMENT = placeOf('settlement-service');
const ONE_NODE = { node: '1:node.example' } as const;
const OTHER_NODE = { node: '2:node.example' } as const;

/** Alerts of the chain, of settlement on it, and of what the contract holds. */
export const CHAIN_ALERTS: readonly Alert[] = [
  {
    name: 'chain_behind',
    severity: 'page',
    expr: `min(${series(chainLag)}) > 60`,
    lasting: '1m',
    summary: 'The chain has not been read to its end for a minute: deposits and settlements wait.',
    act: 'See what chain-watcher lacks, and the state of its nodes.',
    runbook: 'alerts.md#chain_behind',
    examples: [
      {
        series: { [series(chainLag, WATCHERS[0])]: '1x4 0+60x10 1x10' },
        fires: [{ at: '10m', labels: {} }],
        silent: ['4m', '6m', '17m'],
      },
    ],
  },
  {
    name: 'chain_stands_still',
    severity: 'ticket',
    expr: `min(${series(blockAge)}) > 300`,
    lasting: '5m',
    summary: 'The newest block is older than five minutes.',
    act: 'Compare with another node: the chain itself may stand still.',
    runbook: 'alerts.md#chain_stands_still',
    examples: [
      {
        series: { [series(blockAge, WATCHERS[0])]: '10x4 0+60x15 5x10' },
        fires: [{ at: '18m', labels: {} }],
        silent: ['4m', '12m', '22m'],
      },
    ],
  },
  {
    name: 'blocks_not_final',
    severity: 'ticket',
    expr: `max(${series(headBlock)}) - max(${series(finalBlock)}) > 256`,
    lasting: '10m',
    summary: '{{ $value }} blocks are not final: settlements and withdrawals wait for that.',
    act: 'Compare with another node whether the chain finalizes; else see CHAIN_CONFIRMATIONS.',
    runbook: 'alerts.md#blocks_not_final',
    examples: [
      {
        series: {
          [series(headBlock, WATCHERS[0])]: '1000+100x40',
          [series(finalBlock, WATCHERS[0])]: '936+100x4 1336x20 3400+100x14',
        },
        fires: [{ at: '20m', labels: {}, value: '1664' }],
        silent: ['4m', '12m', '27m'],
      },
    ],
  },
  {
    name: 'blocks_undone',
    severity: 'ticket',
    expr: `max(increase(${series(undoneBlocks)}[1h])) > 3`,
    summary: 'The chain took back more than three blocks within an hour.',
    act: 'Compare the nodes; if blocks go that were many deep, raise CHAIN_CONFIRMATIONS.',
    runbook: 'alerts.md#blocks_undone',
    examples: [
      {
        series: { [series(undoneBlocks, WATCHERS[0])]: '0x9 6x90' },
        fires: [{ at: '12m', labels: {} }],
        silent: ['9m', '75m'],
      },
    ],
  },
  {
    name: 'no_node_well',
    severity: 'page',
    expr: `max by (service, instance) (${series(nodeState, { state: 'well' })}) == 0`,
    lasting: '1m',
    summary: '{{ $labels.service }}: none of the nodes of {{ $labels.instance }} is well.',
    act: 'See the state of each node; give the service another one.',
    runbook: 'alerts.md#no_node_well',
    examples: [
      {
        series: {
          [series(nodeState, { state: 'well', ...ONE_NODE, ...WATCHERS[0] })]: '1x4 0x5 1x10',
          [series(nodeState, { state: 'well', ...OTHER_NODE, ...WATCHERS[0] })]: '0x30',
        },
        fires: [{ at: '7m', labels: placeOf('chain-watcher') }],
        silent: ['4m', '11m'],
      },
    ],
  },
  {
    name: 'node_unwell',
    severity: 'ticket',
    expr: `${series(nodeState, { state: { anyOf: ['failing', 'behind', 'lying'] } })} == 1`,
    lasting: '15m',
    summary: '{{ $labels.service }}: node {{ $labels.node }} is {{ $labels.state }}.',
    act: 'See what its operator says; replace it if it stays so.',
    runbook: 'alerts.md#node_unwell',
    examples: [
      {
        series: { [series(nodeState, { state: 'behind', ...ONE_NODE, ...WATCHERS[0] })]: '0x4 1x20 0x10' },
        fires: [{ at: '22m', labels: { ...labelsOf('chain-watcher'), ...ONE_NODE, state: 'behind' } }],
        silent: ['4m', '15m', '27m'],
      },
    ],
  },
  {
    name: 'settler_runs_dry',
    severity: 'ticket',
    expr: `predict_linear(${series(settlerBalance)}[6h], 86400) < 0`,
    lasting: '30m',
    summary: 'At what it spent in the last six hours the settler has no ether left within a day.',
    act: 'Send ether to the settler that sends.',
    runbook: 'alerts.md#settler_runs_dry',
    examples: [
      {
        series: { [series(settlerBalance, SETTLEMENT)]: '3e18x60 3e18-3e15x300 1e20x60' },
        fires: [{ at: '300m', labels: labelsOf('settlement-service') }],
        silent: ['60m', '380m'],
      },
    ],
  },
  {
    name: 'no_settler_fit',
    severity: 'page',
    expr: `max(${series(settlersFit)}) == 0`,
    lasting: '1m',
    summary: 'No settler could send: each lacks ether, its role or its signer.',
    act: 'Read settler_low, settler_dropped and signer_unreachable; mend one of the keys.',
    runbook: 'alerts.md#no_settler_fit',
    examples: [
      {
        series: { [series(settlersFit, SETTLEMENT)]: '2x4 0x5 1x10' },
        fires: [{ at: '7m', labels: {} }],
        silent: ['4m', '11m'],
      },
    ],
  },
  {
    name: 'trades_wait_long',
    severity: 'ticket',
    expr: `max(${series(oldestTrade)}) > 1800`,
    lasting: '5m',
    summary:
      'The oldest trade has waited {{ $value | humanizeDuration }} for a block; markets stop when it is late.',
    act: 'See whether settlement-service sends, the attester consents, and what a block costs.',
    runbook: 'alerts.md#trades_wait_long',
    examples: [
      {
        series: { [series(oldestTrade, SETTLEMENT)]: '5x4 0+60x40 5x10' },
        fires: [{ at: '42m', labels: {}, value: '37m 0s' }],
        silent: ['4m', '36m', '47m'],
      },
    ],
  },
  {
    name: 'cosignatures_wait',
    severity: 'ticket',
    expr: `min_over_time(${series(waitingCosignatures)}[10m]) > 20`,
    summary: '{{ $value }} withdrawals and the like wait for their co-signature.',
    act: 'See whether the solvency check is made, and whether the signer answers.',
    runbook: 'alerts.md#cosignatures_wait',
    examples: [
      {
        series: { [series(waitingCosignatures, placeOf('attester'))]: '0x9 30x15 0x10' },
        fires: [{ at: '22m', labels: labelsOf('attester'), value: '30' }],
        silent: ['9m', '15m', '26m'],
      },
    ],
  },
  {
    name: 'contract_lacks_tokens',
    severity: 'page',
    expr: `min by (token) (${series(surplus)}) < 0`,
    lasting: '1m',
    summary: 'The contract has less of token {{ $labels.token }} than it owes.',
    act: 'As for solvency_difference: compare the block with another node; withdrawals are stopped meanwhile.',
    runbook: 'alerts.md#contract_lacks_tokens',
    examples: [
      {
        series: { [series(surplus, { token: '3', ...placeOf('solvency') })]: '0x4 -5x5 0x10' },
        fires: [{ at: '7m', labels: { token: '3' } }],
        silent: ['4m', '11m'],
      },
    ],
  },
];
