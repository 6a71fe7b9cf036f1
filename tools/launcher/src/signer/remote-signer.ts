import { ZERO_ADDRESS } from '@exchange/core/kernel';
import { KEY_ROLES, keystoreAddress, type KeyRole, sealKey, writeSecret } from '@exchange/edge/keys';
import { existsSync, writeFileSync } from 'node:fs';
import { Authority } from '../../../kit/certificates/certificates';
import type { LocalDeployment } from '../../../kit/chain/deploy';
import type { DataFolder } from '../settings/data-folder';
import type { Ports } from '../../../kit/running/ports';
import type { Secrets } from '../settings/secrets';
import { HELD_KEYS, type KeyEnvironment, SERVICE_KEYS } from './operator-keys';

interface SignerOptions {
  readonly folder: DataFolder;
  readonly secrets: Secrets;
  readonly ports: Pick<Ports, 'signer' | 'signer-health'>;
  /** What its metrics name. */
  readonly buildId: string;
  readonly deployment: LocalDeployment;
}

/** A signer of this data folder: what it is started with, and what apps are told of it. */
export interface RemoteSigner {
  readonly env: NodeJS.ProcessEnv;
  readonly keys: KeyEnvironment;
}

const HOST = '127.0.0.1';

/** Makes what a remote signer needs, as far as it isn't there: keystores, certificates, and a policy for this deployment. */
export async function prepareRemoteSigner(options: SignerOptions): Promise<RemoteSigner> {
  const { folder, ports, buildId, deployment } = options;
  const file = (name: string) => folder.file('signer', name);
  const authority = Authority.in(folder.file('signer'));
  const server = authority.certify('signer', { kind: 'server', hosts: [HOST] });
  const keystores = await Promise.all(KEY_ROLES.map((role) => keystoreOf(role, options)));
  writeFileSync(file('policy.json'), `${JSON.stringify(policyOf(deployment), null, 2)}\n`);
  return {
    env: {
      PATH: process.env['PATH'],
      ...{ SIGNER_HOST: HOST, SIGNER_PORT: String(ports.signer), SIGNER_POLICY_FILE: file('policy.json') },
      ...{ INTERNAL_PORT: String(ports['signer-health']), BUILD_ID: buildId },
      ...{ SIGNER_CERT_FILE: server.certFile, SIGNER_CERT_KEY_FILE: server.keyFile },
      ...{ SIGNER_CA_FILE: authority.files.certFile, SIGNER_AUDIT_FILE: file('audit.log') },
      ...Object.assign({}, ...keystores),
    },
    keys: (role, app) => {
      const name = role.toUpperCase();
      const { certFile, keyFile } = authority.certify(app, { kind: 'client' });
      return {
        [`${name}_SIGNER_URL`]: `https://${HOST}:${ports.signer}`,
        [`${name}_SIGNER_CA_FILE`]: authority.files.certFile,
        [`${name}_SIGNER_CERT_FILE`]: certFile,
        [`${name}_SIGNER_CERT_KEY_FILE`]: keyFile,
        [`${name}_ADDRESS`]: keystoreAddress(file(`${role}.json`)),
      };
    },
  };
}

/** The keystore of a role and the password's file, as variables. */
async function keystoreOf(role: KeyRole, { folder, secrets }: SignerOptions): Promise<NodeJS.ProcessEnv> {
  const keystore = folder.file('signer', `${role}.json`);
  const passwordFile = folder.file('signer', `${role}.password`);
  const password = secrets.of(`${role} keystore`);
  if (!existsSync(passwordFile)) writeSecret(passwordFile, `${password}\n`);
  if (!existsSync(keystore)) writeSecret(keystore, await sealKey(SERVICE_KEYS[role].privateKey, password));
  const name = role.toUpperCase();
  return { [`${name}_KEYSTORE_FILE`]: keystore, [`${name}_KEYSTORE_PASSWORD_FILE`]: passwordFile };
}

/** So much that no load comes near it: what it is worth is nothing. */
const PLENTY = (10n ** 30n).toString();

function policyOf({ name, chainId, contract, tokens }: LocalDeployment) {
  const withdrawals = Object.fromEntries(
    [ZERO_ADDRESS, ...Object.values(tokens)].map((token) => [token, { perHour: PLENTY, perDay: PLENTY }]),
  );
  const everyKey = { signaturesPerMinute: 6_000, validForSecondsMax: 3_600 };
  const batchShape = { ordersMax: 256, tradesMax: 128 };
  return {
    domain: { name, chainId, contract },
    clients: HELD_KEYS,
    settler: {
      ...{ ...everyKey, ...batchShape, withdrawals, withdrawalsMax: 16 },
      functions: ['settleBatch', 'withdrawForUsers'],
      ...{ gasLimitMax: '30000000', feePerGasMax: '1000000000000', feeMax: (10n ** 20n).toString() },
    },
    attester: { ...everyKey, ...batchShape },
    cosigner: {
      ...{ ...everyKey, validForSecondsMax: 86_400, withdrawals },
      statements: ['ArbiterWithdrawal', 'DelegateRemoval', 'OrderCancellation', 'MinimumNonce'],
    },
  };
}
