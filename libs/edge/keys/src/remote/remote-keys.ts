import { type Address, address, hash } from '@exchange/core/kernel';
import type { Attestation, Statement } from '@exchange/contract/chain';
import type { Signature } from '@exchange/core/message';
import { recoverAddress, Signature as EthersSignature, TypedDataEncoder } from 'ethers';
import { batchStatement } from '../attested-batch';
import { unsignedTransaction } from '../eip1559';
import { settlerCallOf } from '../settler-call';
import type {
  AttestedBatch,
  AttesterKey,
  CosignerKey,
  SettlerCall,
  SettlerKey,
  SettlerTransaction,
} from '../signing-keys';
import {
  batchRequest,
  SIGNER_PATHS,
  type SignedAnswer,
  statementRequest,
  transactionRequest,
} from './protocol';
import { type SignerClient, WRONG_SIGNATURE } from './signer-client';

/** A key that a remote signer holds. `address`: whose signatures it must give; others are thrown away. */
class RemoteKey {
  constructor(
    private readonly client: SignerClient,
    readonly address: Address,
    private readonly path: string,
  ) {}

  /** Asks for the signature of what `question` describes, which is of `digest` by our own reckoning. */
  async sign(question: unknown, digest: string): Promise<EthersSignature> {
    const signature = signatureBy(this.address, digest, await this.client.ask(this.path, question));
    if (signature !== undefined) return signature;
    const message = `what it gave is no signature of ${this.address}`;
    throw this.client.refusal(this.path, { code: WRONG_SIGNATURE, message });
  }
}

/** Undefined when it is somebody else's, or no signature at all: any 64 bytes may come. */
function signatureBy(signer: Address, digest: string, { r, s, yParity }: SignedAnswer) {
  try {
    const signature = EthersSignature.from({ r, s, yParity: yParity === 1 ? 1 : 0 });
    return address(recoverAddress(digest, signature)) === signer ? signature : undefined;
  } catch {
    return undefined;
  }
}

/** A settler key at a remote signer. */
export class RemoteSettlerKey implements SettlerKey {
  readonly #key: RemoteKey;

  constructor(
    private readonly client: SignerClient,
    readonly address: Address,
  ) {
    this.#key = new RemoteKey(client, address, SIGNER_PATHS.settler);
  }

  async sign(transaction: SettlerTransaction): Promise<{ raw: string; hash: string }> {
    const { digest, signedWith } = unsignedTransaction(transaction);
    return signedWith(await this.#key.sign(transactionRequest.write(transaction), digest));
  }

  callOf(raw: string): SettlerCall {
    return settlerCallOf(raw);
  }

  async answers(): Promise<boolean> {
    return this.client.holds('settler', this.address);
  }
}

/** An attester key at a remote signer, which hashes the batch itself. */
export class RemoteAttesterKey implements AttesterKey {
  readonly #key: RemoteKey;

  constructor(
    client: SignerClient,
    readonly address: Address,
  ) {
    this.#key = new RemoteKey(client, address, SIGNER_PATHS.attester);
  }

  async attest(attested: AttestedBatch): Promise<Attestation> {
    const { domain, batchId, validUntil, batch } = attested;
    const question = { domain, batchId, validUntil, ...batch };
    const { r, yParityAndS: vs } = await this.#key.sign(
      batchRequest.write(question),
      digestOf(batchStatement(attested)),
    );
    return { r, vs };
  }
}

/** A co-signer key at a remote signer. */
export class RemoteCosignerKey implements CosignerKey {
  readonly #key: RemoteKey;

  constructor(
    client: SignerClient,
    readonly address: Address,
  ) {
    this.#key = new RemoteKey(client, address, SIGNER_PATHS.cosigner);
  }

  async sign(statement: Statement): Promise<Signature> {
    const { v, r, s } = await this.#key.sign(statementQuestion(statement), digestOf(statement));
    return { v, r: hash(r), s: hash(s) };
  }
}

const digestOf = ({ domain, types, message }: Statement): string =>
  TypedDataEncoder.hash(domain, types, message);

/** The statement as the signer reads it; it has the types itself. */
function statementQuestion({ domain, types, message }: Statement): unknown {
  const [kind] = Object.keys(types);
  const { name, chainId, verifyingContract: contract } = domain;
  return statementRequest.write({
    domain: { name, chainId, contract },
    statement: { kind, ...message },
  } as Parameters<typeof statementRequest.write>[0]);
}
