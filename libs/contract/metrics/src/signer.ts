import { QUICK_SECONDS } from './labels';
import { counter, histogram } from './metric';

const signer = ['signer'] as const;
const KEYS = ['settler', 'attester', 'cosigner'];

export const signerRequests = counter({
  name: 'signer_requests_total',
  help: 'Requests for a signature, by the key and how they ended',
  labels: {
    key: KEYS,
    outcome: {
      of: '`signed`, and the codes of docs/remote-signer.md, each of the keys that it has from 0 on',
      max: 30,
    },
  },
  services: signer,
});

export const signerSeconds = histogram({
  name: 'signer_request_seconds',
  help: 'From a request for a signature to its answer',
  unit: 'seconds',
  labels: { key: KEYS },
  buckets: QUICK_SECONDS,
  services: signer,
});
