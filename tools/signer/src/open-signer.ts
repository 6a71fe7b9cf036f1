import { findKeySource, KEY_ROLES, type KeyRole, type LocalKey, openLocalKey } from '@exchange/edge/keys';
import {
  type ConfigOf,
  ConfigError,
  type Log,
  openInternalPort,
  raisedAlarms,
  Readiness,
  systemClock,
} from '@exchange/platform';
import { readFileSync } from 'node:fs';
import { AuditLog, readAuditLog } from './audit-log';
import type { signerConfig } from '../../kit/services/signer-config';
import { type Policy, readPolicy } from './policy/policy-file';
import { REMEMBERED_MS } from './policy/usage';
import { type ServerIdentity, signerServer } from './server';
import { PolicySigner } from './signer';
import { metersFor, signingMeter } from './signer-meters';

export type SignerConfig = ConfigOf<typeof signerConfig>;

/** A signer that answers. */
export interface RunningSigner {
  readonly url: string;
  /** `http://host:port` of health and metrics. */
  readonly internalUrl: string;
  stop(): Promise<void>;
}

/** What a signer is started with: all that can be wrong is found before it listens. */
interface Prepared {
  readonly policy: Policy;
  readonly keys: ReadonlyMap<KeyRole, LocalKey>;
  readonly identity: ServerIdentity;
}

/** Reads policy, keys and certificates. Throws a ConfigError that says what is wrong with them. */
export async function prepareSigner(values: SignerConfig): Promise<Prepared> {
  const policy = readPolicy(values.policyFile);
  const identity = {
    cert: readPem(values.certFile, 'SIGNER_CERT_FILE'),
    key: readPem(values.certKeyFile, 'SIGNER_CERT_KEY_FILE'),
    ca: readPem(values.caFile, 'SIGNER_CA_FILE'),
  };
  const keys = new Map<KeyRole, LocalKey>();
  for (const role of KEY_ROLES) {
    const key = await keyOf(role, values, policy);
    if (key) keys.set(role, key);
  }
  if (keys.size === 0) throw new ConfigError('no key is given: SETTLER_KEYSTORE_FILE, for example');
  return { policy, keys, identity };
}

/** Starts the signer, with what it signed within the last day counted. */
export async function openSigner(values: SignerConfig, log: Log): Promise<RunningSigner> {
  const { policy, keys, identity } = await prepareSigner(values);
  const audit = await AuditLog.open(values.auditFile);
  const signer = new PolicySigner({ policy, keys, audit, clock: systemClock });
  for await (const line of readAuditLog(values.auditFile, systemClock.now() - REMEMBERED_MS))
    signer.restore(line);
  const alarms = raisedAlarms('signer');
  const meters = metersFor(values, alarms);
  const meter = signingMeter(meters, keys.keys());
  let isStopping = false;
  const readiness = new Readiness();
  readiness.add('audit log', () => audit.fault ?? true);
  readiness.add('not stopping', () => !isStopping);
  const server = signerServer(signer, identity, { log, meter });
  const url = await server.listen({ host: values.host, port: values.port });
  const internal = await openInternalPort({ readiness, meters, alarms }, values);
  const { url: internalUrl } = internal;
  log.info(
    { url, internalUrl, keys: [...keys].map(([key, { address }]) => ({ key, address })) },
    'the signer is ready',
  );
  return {
    url,
    internalUrl,
    stop: async () => {
      isStopping = true;
      await server.close();
      await audit.close();
      await internal.close();
    },
  };
}

async function keyOf(role: KeyRole, values: SignerConfig, policy: Policy): Promise<LocalKey | undefined> {
  const source = findKeySource(role, values);
  const name = role.toUpperCase();
  if (source?.kind === 'remote') throw new ConfigError(`${name}_SIGNER_URL: a signer has its keys itself`);
  if ((source === undefined) !== (policy[role] === undefined)) {
    const lacks = source === undefined ? `no key ${name} is given for it` : 'the policy has no such section';
    throw new ConfigError(`/${role}: ${lacks}`);
  }
  return source && openLocalKey(role, source, policy.domain.chainId);
}

function readPem(file: string, env: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    throw new ConfigError(`${env}: the file ${file} can't be read`);
  }
}
