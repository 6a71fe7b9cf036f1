import { address, type Address, hash, present } from '@exchange/core/kernel';
import type { Statement } from '@exchange/contract/chain';
import type { Signature } from '@exchange/core/message';
import { Signature as EthersSignature, Transaction, Wallet } from 'ethers';
import { signedTransaction } from './eip1559';
import type { CosignerKey, SettlerCall, SettlerKey, SettlerTransaction } from './signers';

/** A settler key held in memory. */
export class WalletSettlerKey implements SettlerKey {
  readonly address: Address;
  readonly #wallet: Wallet;

  constructor(privateKey: string) {
    this.#wallet = walletOf(privateKey, 'settler');
    this.address = address(this.#wallet.address);
  }

  sign(transaction: SettlerTransaction): Promise<{ raw: string; hash: string }> {
    const { signingKey } = this.#wallet;
    return Promise.resolve(signedTransaction(transaction, (digest) => signingKey.sign(digest)));
  }

  callOf(raw: string): SettlerCall {
    const { to, data, chainId } = Transaction.from(raw);
    return { to: address(present(to, 'contract')), data, chainId: Number(chainId) };
  }
}

/** A co-signer key held in memory. */
export class WalletCosignerKey implements CosignerKey {
  readonly address: Address;
  readonly #wallet: Wallet;

  constructor(privateKey: string) {
    this.#wallet = walletOf(privateKey, 'co-signer');
    this.address = address(this.#wallet.address);
  }

  async sign({ domain, types, message }: Statement): Promise<Signature> {
    const { v, r, s } = EthersSignature.from(await this.#wallet.signTypedData(domain, types, message));
    return { v, r: hash(r), s: hash(s) };
  }
}

function walletOf(privateKey: string, whose: string): Wallet {
  try {
    return new Wallet(privateKey);
  } catch {
    // The cause would carry the key into the log.
    throw new Error(`the ${whose} key is not a private key: 0x and 64 hex digits are wanted`);
  }
}
