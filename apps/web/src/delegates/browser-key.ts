import { keySigner, type Signer } from '@exchange/client';
import type { KeyPlace, KeyVault } from './key-vault';

const KEY_BYTES = 32;

/** Makes a key for this place and keeps it encrypted in the browser, instead of the one before. */
export async function makeBrowserKey(vault: KeyVault, place: KeyPlace): Promise<Signer> {
  const privateKey = randomKey();
  const signer = await keySigner(privateKey);
  await vault.keep(place, { address: signer.address, privateKey });
  return signer;
}

/** The key of this place if it is that of this delegate. */
export async function keyIn(
  vault: KeyVault | undefined,
  place: KeyPlace,
  delegate: string,
): Promise<Signer | undefined> {
  const opened = await vault?.openKey(place);
  return opened?.address === delegate ? keySigner(opened.privateKey) : undefined;
}

/** A private key, 0x and 64 hex digits. What lies above the curve's order, about one of 2^128, keySigner refuses. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
