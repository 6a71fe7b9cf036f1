import { createCipheriv, createDecipheriv } from 'node:crypto';
import { assert } from '@exchange/core/kernel';
import type { Entropy } from '@exchange/platform';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The key of the vault from its hex form, which must have 32 bytes. */
export function vaultKey(hex: string): Uint8Array {
  assert(/^[0-9a-f]{64}$/i.test(hex), 'VAULT_KEY must be 32 bytes in hex');
  return Buffer.from(hex, 'hex');
}

/** Seals what nobody who reads the database may know (AES-256-GCM, NIST SP 800-38D), with a key that isn't in it. */
export class Vault {
  constructor(
    private readonly key: Uint8Array,
    private readonly entropy: Entropy,
  ) {
    assert(key.length === KEY_BYTES, 'the key of a vault has 32 bytes');
  }

  /** The text in base64: nonce, cipher text, tag. `place`: where it belongs; it opens nowhere else. */
  seal(text: string, place: string): string {
    const nonce = this.entropy.bytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, nonce).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64');
  }

  /** Throws when it was changed, belongs elsewhere, or was sealed with another key. */
  open(sealed: string, place: string): string {
    const bytes = Buffer.from(sealed, 'base64');
    const decipher = createDecipheriv(ALGORITHM, this.key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-TAG_BYTES));
    const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  }
}
