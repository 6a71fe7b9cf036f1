import { minedReceipt } from '@exchange/contract/chain';
import { type JsonRpcProvider, type TransactionReceipt, type TransactionRequest, Wallet } from 'ethers';
import type { DevKey } from './dev-keys';

const GWEI = 10n ** 9n;
/** Ample on a development chain, where the base fee falls to nothing. */
const FEES = { type: 2, maxFeePerGas: 100n * GWEI, maxPriorityFeePerGas: GWEI };

/** Sends transactions of one key one after the other without waiting for each, so that one block takes them all. */
export class Sender {
  readonly #provider: JsonRpcProvider;
  readonly #wallet: Wallet;
  readonly #chainId: bigint;
  #nonce: number;

  private constructor(provider: JsonRpcProvider, wallet: Wallet, chainId: bigint, nonce: number) {
    this.#provider = provider;
    this.#wallet = wallet;
    this.#chainId = chainId;
    this.#nonce = nonce;
  }

  static async of(provider: JsonRpcProvider, key: DevKey): Promise<Sender> {
    const [{ chainId }, nonce] = await Promise.all([
      provider.getNetwork(),
      provider.getTransactionCount(key.address, 'pending'),
    ]);
    return new Sender(provider, new Wallet(key.privateKey), chainId, nonce);
  }

  /** Throws if it was mined without effect. */
  async send(transaction: TransactionRequest & { readonly gasLimit: bigint }): Promise<TransactionReceipt> {
    const nonce = this.#nonce++;
    const terms = { ...FEES, chainId: this.#chainId, nonce, ...transaction };
    // ethers would recover the sender from what it has just signed, which takes longer than all the rest.
    const signed = await this.#wallet.signTransaction(terms);
    const hash = (await this.#provider.send('eth_sendRawTransaction', [signed])) as string;
    const receipt = await minedReceipt(this.#provider, hash);
    if (receipt.status !== 1) throw new Error(`transaction ${hash} had no effect`);
    return receipt;
  }
}
