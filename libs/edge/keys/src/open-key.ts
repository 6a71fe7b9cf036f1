import { isDevelopmentChain } from '@exchange/contract/chain';
import type { Address } from '@exchange/core/kernel';
import { ConfigError } from '@exchange/platform';
import { isPublicKeyAddress } from './development-keys';
import type { KeyRole } from './key-fields';
import type { KeySource } from './key-source';
import { openKeystore } from './keystore';
import { LocalKey } from './local-keys';

/** Where a private key lies that is to be read into this process. */
type LocalSource = Exclude<KeySource, { readonly kind: 'remote' }>;

/**
 * Reads the private key of a role. Throws a ConfigError when it can't be opened, isn't the one that was said, lies in plain
 * text off development chains, or is one that everybody knows there.
 */
export async function openLocalKey(role: KeyRole, source: LocalSource, chainId: number): Promise<LocalKey> {
  const name = role.toUpperCase();
  if (source.kind === 'plain' && !isDevelopmentChain(chainId)) {
    throw new ConfigError(
      `${name}_KEY holds a private key in plain text, which chain ${chainId} refuses (only 31337 and 1337 don't): ` +
        `give ${name}_KEYSTORE_FILE or ${name}_SIGNER_URL`,
    );
  }
  const key = new LocalKey(await privateKeyOf(source, name), role);
  if (source.address !== undefined && source.address !== key.address) {
    throw new ConfigError(`the ${role} key is of ${key.address}, and ${name}_ADDRESS says ${source.address}`);
  }
  refusePublicKey(role, key.address, chainId);
  return key;
}

/** Throws a ConfigError when everybody has the private key of the address, unless the chain is one of development. */
export function refusePublicKey(role: KeyRole, address: Address, chainId: number): void {
  if (isDevelopmentChain(chainId) || !isPublicKeyAddress(address)) return;
  throw new ConfigError(
    `the ${role} key of ${address} is public: everybody has it, so chain ${chainId} refuses it (31337 and 1337 don't)`,
  );
}

async function privateKeyOf(source: LocalSource, name: string): Promise<string> {
  switch (source.kind) {
    case 'plain':
      return source.privateKey;
    case 'keystore':
      try {
        return await openKeystore(source.place);
      } catch (error) {
        throw new ConfigError(`${name}: ${error instanceof Error ? error.message : 'no key'}`);
      }
  }
}
