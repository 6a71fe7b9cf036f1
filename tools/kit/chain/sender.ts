import { type JsonRpcProvider, type TransactionReceipt, type TransactionRequest, Wallet } from 'ethers';
import type { DevKey } from './dev-keys';

const GWEI = 10n ** 9n;
/** Ample on a development chain, where the base fee falls to nothing. */
const FEES = { type: 2, maxFeePerGas: 100n * GWEI, maxPriorityFeePerGas: GWEI };

/** Sends transactions of one key one after the other without waiting for each, so that one block takes them all. */
export class Sender {
  readonly #wallet: Wallet;
  readonly #chainId: bigint;
  #nonce: number;

  private constructor(wallet: Wallet, chainId: bigint, nonce: number) {
    this.#wallet = wallet;
    this.#chainId = chainId;
    this.#nonce = nonce;
  }

  static async of(provider: JsonRpcProvider, key: DevKey): Promise<Sender> {
    const [{ chainId }, nonce] = await Promise.all([
      provider.getNetwork(),
      provider.getTransactionCount(key.address, 'pending'),
    ]);
    return new Sender(new Wallet(key.privateKey, provider), chainId, nonce);
  }

  /** Throws if it was mined without effect. */
  async send(transaction: TransactionRequest & { readonly gasLimit: bigint }): Promise<TransactionReceipt> {
    const nonce = this.#nonce++;
    const sent = await this.#wallet.sendTransaction({
      ...FEES,
      chainId: this.#chainId,
      nonce,
      ...transaction,
    });
    const receipt = await sent.wait();
    if (receipt === null) throw new Error(`transaction ${sent.hash} was replaced`);
    return receipt;
  }
}
