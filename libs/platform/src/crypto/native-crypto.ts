import { createKeccak } from 'hash-wasm';
import secp256k1 from 'secp256k1';
import { type Address, assert } from '@exchange/core/kernel';

/** A signature to recover from: v 27 or 28, r and s as `0x` and 64 hex digits. */
export interface RecoverableSignature {
  readonly v: number;
  readonly r: string;
  readonly s: string;
}

/** The fast cryptography of services; it is what core code asks for as `Crypto`. Verification only, no keys. */
export interface NativeCrypto {
  /** keccak-256 into a fresh array of 32 bytes. */
  keccak256(data: Uint8Array): Uint8Array;
  /** The lower-case address whose key signed the 32-byte digest; undefined when the signature belongs to no key. */
  recover(digest: Uint8Array, signature: RecoverableSignature): Address | undefined;
  /** The same of what {@link pack} packed. */
  recoverPacked(packed: Uint8Array): Address | undefined;
}

/** Bytes of a packed digest and its signature. */
export const PACKED_BYTES = 32 + 64 + 1;

/** A digest and its signature as bytes that can go to another thread. */
export function pack(target: Buffer, digest: Uint8Array, { v, r, s }: RecoverableSignature): void {
  assert(digest.length === 32, 'a digest has length 32');
  target.set(digest, 0);
  target.write(r.slice(2), 32, 'hex');
  target.write(s.slice(2), 64, 'hex');
  target[96] = v - 27;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const PUBLIC_KEY_BYTES = 65;

/** What the library throws for values that are no signature; every other error of it is a bug. */
const NO_SUCH_KEY = new Set(['Public key could not be recover', 'Signature could not be parsed']);

/** Starts keccak (WebAssembly) and binds it to libsecp256k1; one per process is enough. */
export async function createCrypto(): Promise<NativeCrypto> {
  const hasher = await createKeccak(256);
  const buffer = Buffer.alloc(PACKED_BYTES);
  const publicKey = new Uint8Array(PUBLIC_KEY_BYTES);
  const keyBody = publicKey.subarray(1);

  const keccak256 = (data: Uint8Array): Uint8Array => hasher.init().update(data).digest('binary');

  function recoverPacked(packed: Uint8Array): Address | undefined {
    const [digest, compact] = [packed.subarray(0, 32), packed.subarray(32, 96)];
    try {
      secp256k1.ecdsaRecover(compact, packed[96] ?? 0, digest, false, publicKey);
    } catch (error) {
      if (error instanceof Error && NO_SUCH_KEY.has(error.message)) return undefined;
      throw error;
    }
    return addressOf(keccak256(keyBody));
  }

  function recover(digest: Uint8Array, signature: RecoverableSignature): Address | undefined {
    pack(buffer, digest, signature);
    return recoverPacked(buffer);
  }

  return { keccak256, recover, recoverPacked };
}

/** The last 20 bytes of a public key's hash. */
function addressOf(keyHash: Uint8Array): Address {
  let hex = '0x';
  for (let at = 12; at < 32; at += 1) hex += HEX[keyHash[at] ?? 0];
  return hex as Address;
}
