import { ConfigError, type Log } from '@exchange/platform';
import type { Address } from '@exchange/core/kernel';
import type { KeyRole } from './key-fields';
import type { KeySource, SignerPlace } from './key-source';
import { type LocalKey, LocalAttesterKey, LocalCosignerKey, LocalSettlerKey } from './local-keys';
import { openLocalKey, refusePublicKey } from './open-key';
import { RemoteAttesterKey, RemoteCosignerKey, RemoteSettlerKey } from './remote/remote-keys';
import { SignerClient } from './remote/signer-client';
import type { AttesterKey, CosignerKey, SettlerKey } from './signing-keys';

export interface KeyDeps {
  /** The chain that the service is configured for: what keys may be used follows from it. */
  readonly chainId: number;
  /** Where a remote signer's alarms go. */
  readonly log: Log;
}

/**
 * A signer that is slower counts as away: the same is asked again later. Whoever has a batch attested waits 5 s itself, and
 * shall hear that the key is away.
 */
const ANSWER_MS: Readonly<Record<KeyRole, number>> = { settler: 5_000, attester: 2_000, cosigner: 2_000 };

/** How a key is used, wherever it lies. */
interface Kinds<K> {
  local(key: LocalKey): K;
  remote(client: SignerClient, address: Address): K;
}

/** The settler's key out of its source. Throws a ConfigError when it can't be opened or may not be used. */
export const openSettlerKey = (source: KeySource, deps: KeyDeps): Promise<SettlerKey> =>
  openKey<SettlerKey>('settler', source, deps, {
    local: (key) => new LocalSettlerKey(key),
    remote: (client, address) => new RemoteSettlerKey(client, address),
  });

/** The attester's key, as {@link openSettlerKey}. */
export const openAttesterKey = (source: KeySource, deps: KeyDeps): Promise<AttesterKey> =>
  openKey<AttesterKey>('attester', source, deps, {
    local: (key) => new LocalAttesterKey(key),
    remote: (client, address) => new RemoteAttesterKey(client, address),
  });

/** The co-signer's key, as {@link openSettlerKey}. */
export const openCosignerKey = (source: KeySource, deps: KeyDeps): Promise<CosignerKey> =>
  openKey<CosignerKey>('cosigner', source, deps, {
    local: (key) => new LocalCosignerKey(key),
    remote: (client, address) => new RemoteCosignerKey(client, address),
  });

async function openKey<K>(role: KeyRole, source: KeySource, deps: KeyDeps, kinds: Kinds<K>): Promise<K> {
  const { chainId, log } = deps;
  if (source.kind !== 'remote') return kinds.local(await openLocalKey(role, source, chainId));
  refusePublicKey(role, source.address, chainId);
  return kinds.remote(signerClient(role, source.signer, log), source.address);
}

/** Whether the signer answers doesn't matter yet: what needs a signature waits for it. */
function signerClient(role: KeyRole, place: SignerPlace, log: Log): SignerClient {
  try {
    return new SignerClient(place, { log, answerMs: ANSWER_MS[role] });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`${role.toUpperCase()}: the certificates for the signer can't be used: ${why}`);
  }
}
