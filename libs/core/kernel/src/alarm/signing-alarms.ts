import type { Alarm } from './alarm';

/** Alarms of whoever consents with a key: the attester, and the remote signer with those that ask it. */
export const SIGNING_ALARMS = {
  attestation_refused: {
    severity: 'page',
    lasts: 'event',
    raisedBy: ['attester', 'settlement-service'],
    means: "Somebody asked for a batch that isn't what engine and ledger said.",
    act: 'Read `reason`; stop settlement-service, and GUARDIAN drops SETTLER if it was taken over.',
    page: 'attester.md',
  },
  attested_elsewhere: {
    severity: 'page',
    lasts: 'event',
    raisedBy: ['attester'],
    means:
      "The contract settled something under a trade's id that was not agreed: the ATTESTER key may be stolen.",
    act: 'GUARDIAN drops ATTESTER.',
    page: 'attester.md',
  },
  reversed_while_attested: {
    severity: 'page',
    lasts: 'event',
    raisedBy: ['attester'],
    means: 'A trade was reversed while an attested batch may still settle it.',
    act: 'Stop settlement-service: it is broken or taken over.',
    page: 'attester.md',
  },
  reversed_trade_settled: {
    severity: 'page',
    lasts: 'event',
    raisedBy: ['attester'],
    means: 'The contract settled a trade that was reversed.',
    act: 'Both sides must be made good by hand.',
    page: 'attester.md',
  },
  cosign_refused: {
    severity: 'page',
    lasts: 'event',
    raisedBy: ['attester'],
    means: 'A request was not co-signed that account-service should never have made.',
    act: 'Read `fault`: account-service is broken or taken over.',
    page: 'attester.md',
  },
  cosign_late: {
    severity: 'ticket',
    lasts: 'event',
    raisedBy: ['attester'],
    means: 'A request was not co-signed in time; the account asks again.',
    act: 'See whether withdrawals wait for the solvency check, or the signer was away.',
    page: 'attester.md',
  },
  signer_unreachable: {
    severity: 'page',
    lasts: 'state',
    raisedBy: ['attester', 'settlement-service'],
    means: 'The remote signer gives no answer, so nothing is signed for now.',
    act: 'See whether the signer runs and its certificate is valid.',
    page: 'keys.md',
  },
  signer_refused: {
    severity: 'page',
    lasts: 'event',
    raisedBy: ['attester', 'settlement-service'],
    means: 'The remote signer refuses to sign, or its answer is of no use.',
    act: "Read `code`: the signer's policy does not know the contract, the key or the client.",
    page: 'keys.md',
  },
  signature_refused: {
    severity: 'page',
    lasts: 'event',
    raisedBy: ['signer'],
    means: 'A client asked the signer for a signature that its policy does not allow.',
    act: 'Read `client` and `code`: that service is misconfigured or taken over.',
    page: 'keys.md',
  },
  signer_failed: {
    severity: 'page',
    lasts: 'event',
    raisedBy: ['signer'],
    means: 'The signer could not sign, by its own fault.',
    act: "Read the error in the signer's log.",
    page: 'keys.md',
  },
} as const satisfies Readonly<Record<string, Alarm>>;

/** Alarms of what looks at the chain. */
export const CHAIN_ALARMS = {
  chain_node_left_out: {
    severity: 'ticket',
    lasts: 'event',
    raisedBy: ['chain-watcher', 'settlement-service', 'solvency'],
    means: 'A node of the chain lags behind or lies, and is left out; the others go on.',
    act: 'Look at `chain_node_state`; replace a node that comes back often.',
    page: 'nodes.md',
  },
  solvency_unknown: {
    severity: 'page',
    lasts: 'state',
    raisedBy: ['solvency'],
    means: 'No solvency check could be made for SOLVENCY_SILENT_MS.',
    act: 'See which of ledger, chain-watcher and node is behind.',
    page: 'solvency-difference.md',
  },
} as const satisfies Readonly<Record<string, Alarm>>;
