import { address, type Address, hash } from '@exchange/core/kernel';
import type { Attestation, Statement } from '@exchange/contract/chain';
import type { Signature } from '@exchange/core/message';
import { computeAddress, type Signature as EthersSignature, SigningKey, TypedDataEncoder } from 'ethers';
import { batchStatement } from './attested-batch';
import { unsignedTransaction } from './eip1559';
import { settlerCallOf } from './settler-call';
import type {
  AttestedBatch,
  AttesterKey,
  CosignerKey,
  SettlerCall,
  SettlerKey,
  SettlerTransaction,
} from './signing-keys';

/** A private key in memory. What it holds is shown by no log: neither a member nor a text of it has the key. */
export class LocalKey {
  readonly address: Address;
  readonly #key: SigningKey;

  /** `privateKey`: 0x and 64 hex digits. `whose` names it in the error of another text, which never shows it. */
  constructor(privateKey: string, whose: string) {
    try {
      this.#key = new SigningKey(privateKey.startsWith('0x') ? privateKey : `0x${privateKey}`);
      this.address = address(computeAddress(this.#key));
    } catch {
      // The cause would carry the key into the log.
      throw new Error(`the ${whose} key is not a private key: 0x and 64 hex digits are wanted`);
    }
  }

  /** Signs 32 bytes; the same ones get the same signature (RFC 6979). */
  signDigest(digest: string): EthersSignature {
    return this.#key.sign(digest);
  }

  signStatement({ domain, types, message }: Statement): EthersSignature {
    return this.signDigest(TypedDataEncoder.hash(domain, types, message));
  }
}

/** A settler key held in memory. */
export class LocalSettlerKey implements SettlerKey {
  readonly address: Address;
  constructor(private readonly key: LocalKey) {
    this.address = key.address;
  }

  async sign(transaction: SettlerTransaction): Promise<{ raw: string; hash: string }> {
    const { digest, signedWith } = unsignedTransaction(transaction);
    return signedWith(this.key.signDigest(digest));
  }

  callOf(raw: string): SettlerCall {
    return settlerCallOf(raw);
  }

  async answers(): Promise<boolean> {
    return true;
  }
}

/** An attester key held in memory. */
export class LocalAttesterKey implements AttesterKey {
  readonly address: Address;
  constructor(private readonly key: LocalKey) {
    this.address = key.address;
  }

  async attest(batch: AttestedBatch): Promise<Attestation> {
    const { r, yParityAndS: vs } = this.key.signStatement(batchStatement(batch));
    return { r, vs };
  }
}

/** A co-signer key held in memory. */
export class LocalCosignerKey implements CosignerKey {
  readonly address: Address;
  constructor(private readonly key: LocalKey) {
    this.address = key.address;
  }

  async sign(statement: Statement): Promise<Signature> {
    const { v, r, s } = this.key.signStatement(statement);
    return { v, r: hash(r), s: hash(s) };
  }
}
