import { keyFields } from '@exchange/edge/keys';
import { defineConfig, platformFields } from '@exchange/platform';

const file = (env: string, description: string) => ({ env, type: 'string', description }) as const;

/** Everything that the remote signer reads from its environment. */
export const signerConfig = defineConfig({
  internalHost: platformFields.internalHost,
  internalPort: platformFields.internalPort,
  logLevel: platformFields.logLevel,
  buildId: platformFields.buildId,
  metrics: platformFields.metrics,
  host: {
    env: 'SIGNER_HOST',
    type: 'string',
    description: 'Address that it listens on; never one that the public reaches.',
    default: '127.0.0.1',
  },
  port: { env: 'SIGNER_PORT', type: 'port', description: 'Port that it listens on.', default: 8_095 },
  policyFile: file('SIGNER_POLICY_FILE', 'What it signs: docs/remote-signer.md.'),
  auditFile: file(
    'SIGNER_AUDIT_FILE',
    'Gets a line for each signature. It must last: limits are counted by it.',
  ),
  certFile: file('SIGNER_CERT_FILE', 'Its certificate, for the name by which services reach it.'),
  certKeyFile: file('SIGNER_CERT_KEY_FILE', 'Private key of that certificate.'),
  caFile: file('SIGNER_CA_FILE', 'Certificate of the one authority whose clients may ask.'),
  ...keyFields('settler', 'Pays for settlement.'),
  ...keyFields('attester', 'Signs batches.'),
  ...keyFields('cosigner', 'Signs withdrawals.'),
});
