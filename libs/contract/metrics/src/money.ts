import { CONTRACT_TOKENS } from './labels';
import { counter, gauge, histogram } from './metric';

const settlement = ['settlement-service'] as const;
const attester = ['attester'] as const;
const solvency = ['solvency'] as const;

export const unsettledTrades = gauge({
  name: 'settlement_unsettled_trades',
  help: 'Trades that are not final in the contract, by how far they are',
  labels: { stage: ['waiting', 'open', 'sent', 'mined', 'quarantined'] },
  services: settlement,
});

export const unsettledValue = gauge({
  name: 'settlement_unsettled_units',
  help: 'What the sides of trades that are not final have bought of a token, in smallest units',
  unit: 'smallest units',
  labels: { token: CONTRACT_TOKENS },
  services: settlement,
});

export const oldestTrade = gauge({
  name: 'settlement_oldest_trade_seconds',
  help: 'Age of the oldest trade that is in no block; 0 without one',
  unit: 'seconds',
  labels: {},
  services: settlement,
});

export const settledSeconds = histogram({
  name: 'settlement_trade_seconds',
  help: 'From the first leg of a trade to its final settlement',
  unit: 'seconds',
  labels: {},
  buckets: [1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200],
  services: settlement,
});

export const openBatches = gauge({
  name: 'settlement_open_batches',
  help: 'Batches that are not closed, by stage',
  labels: { stage: ['prepared', 'sent', 'mined', 'expired'] },
  services: settlement,
});

export const endedBatches = counter({
  name: 'settlement_batches_total',
  help: 'Batches by what became of them; a lost one was refused by the chain as a whole',
  labels: { outcome: ['settled', 'expired', 'lost'] },
  services: settlement,
});

export const settlerBalance = gauge({
  name: 'settler_balance_wei',
  help: 'What the settler that sends can pay with',
  unit: 'wei',
  labels: {},
  services: settlement,
});

export const gasPrice = gauge({
  name: 'settler_gas_price_wei',
  help: 'What a unit of gas costs now',
  unit: 'wei',
  labels: {},
  services: settlement,
});

export const runway = gauge({
  name: 'settler_runway_batches',
  help: 'Full batches that the balance pays for at that price',
  labels: {},
  services: settlement,
});

export const runwayMin = gauge({
  name: 'settler_runway_batches_min',
  help: 'With fewer batches to go the settler counts as low: RUNWAY_BATCHES',
  labels: {},
  services: settlement,
});

export const settlersFit = gauge({
  name: 'settler_keys_fit',
  help: 'Settlers that could send',
  labels: {},
  services: settlement,
});

export const settlerActive = gauge({
  name: 'settler_active',
  help: '1 for the settler that sends, by its place in the list of keys, 0 for those that stand by',
  labels: { settler: { of: 'places in the list of keys', max: 16 } },
  services: settlement,
});

export const settlerTransactions = counter({
  name: 'settler_transactions_total',
  help: 'Transactions given to the node, by its answer',
  labels: { answer: ['accepted', 'known', 'nonce_used', 'outbid', 'too_cheap', 'unfunded', 'refused'] },
  services: settlement,
});

export const attestedBatches = counter({
  name: 'attester_batches_total',
  help: 'Batches judged, by outcome',
  labels: { outcome: { of: 'verdicts of the attester, each from 0 on', max: 50 } },
  services: attester,
});

export const cosignatures = counter({
  name: 'attester_cosignatures_total',
  help: 'Co-signatures given, by statement',
  labels: { kind: { of: 'statements that are co-signed, each from 0 on', max: 20 } },
  services: attester,
});

export const attesterTrades = gauge({
  name: 'attester_unsettled_trades',
  help: 'Trades known that are not settled',
  labels: {},
  services: attester,
});

export const liveAttestations = gauge({
  name: 'attester_live_attestations',
  help: 'Attestations that may still be mined',
  labels: {},
  services: attester,
});

export const waitingCosignatures = gauge({
  name: 'attester_waiting_cosignatures',
  help: 'Requests that wait for their co-signature',
  labels: {},
  services: attester,
});

export const surplus = gauge({
  name: 'solvency_surplus_units',
  help: 'What the contract has of a token beyond what it owes, in smallest units; below 0 something is missing',
  unit: 'smallest units',
  labels: { token: CONTRACT_TOKENS },
  services: solvency,
});

export const solvencyDifference = gauge({
  name: 'solvency_difference',
  help: '1 while chain, contract and ledger disagree',
  labels: {},
  services: solvency,
});

export const solvencyBlock = gauge({
  name: 'solvency_checked_block',
  help: 'Number of the newest block that was checked',
  labels: {},
  services: solvency,
});

export const solvencyAge = gauge({
  name: 'solvency_check_age_seconds',
  help: 'Since the newest check that saw all sides',
  unit: 'seconds',
  labels: {},
  services: solvency,
});
