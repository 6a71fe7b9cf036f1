import type { KeySource } from './key-source';
import { LocalAttesterKey, LocalCosignerKey, LocalSettlerKey } from './local-keys';
import { openLocalKey } from './open-key';
import type { AttesterKey, CosignerKey, SettlerKey } from './signing-keys';

interface KeyDeps {
  /** The chain that the service is configured for: what keys may be used follows from it. */
  readonly chainId: number;
}

/** The settler's key out of its source. Throws a ConfigError when it can't be opened or may not be used. */
export const openSettlerKey = async (source: KeySource, { chainId }: KeyDeps): Promise<SettlerKey> =>
  new LocalSettlerKey(await openLocalKey('settler', source, chainId));

/** The attester's key, as {@link openSettlerKey}. */
export const openAttesterKey = async (source: KeySource, { chainId }: KeyDeps): Promise<AttesterKey> =>
  new LocalAttesterKey(await openLocalKey('attester', source, chainId));

/** The co-signer's key, as {@link openSettlerKey}. */
export const openCosignerKey = async (source: KeySource, { chainId }: KeyDeps): Promise<CosignerKey> =>
  new LocalCosignerKey(await openLocalKey('cosigner', source, chainId));
