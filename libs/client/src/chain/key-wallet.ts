import type { RawTransaction, TransactionSigner } from '../signing/signed-transaction';
import type { Wallet } from '../signing/signers';
import { nodeAt } from './node';

/** A wallet that signs for one account, and asks nobody. */
export interface KeyWallet extends Wallet {
  readonly address: string;
}

export interface KeyWalletOptions {
  /** Where a node of the chain answers (JSON-RPC over HTTP), or a node as an EIP-1193 provider. */
  readonly node: string | Wallet;
  /** 0x and 64 hex digits. */
  readonly privateKey: string;
  /** The most that a transaction may pay for a unit of gas, in wei; it waits while the chain asks more. No limit when absent. */
  readonly maxFeePerGas?: bigint;
}

/** Members of a transaction as wallets are asked to send it; quantities in hex. */
interface AskedTransaction {
  readonly to: string;
  readonly data?: string;
  readonly value?: string;
  readonly nonce?: string;
  readonly gas?: string;
}

/**
 * A wallet for programs that have a private key, which `ChainFunds` takes: it signs transactions (EIP-1559) in this process,
 * and has a node send them. The key leaves it nowhere. A transaction is given a fifth more gas than the node estimates, and
 * pays at most twice the base fee of the newest block and the tip that the node suggests. What isn't a transaction the node
 * is asked. RangeError for what is no key. The cryptography is loaded by the call.
 */
export async function keyWallet({ node, privateKey, maxFeePerGas }: KeyWalletOptions): Promise<KeyWallet> {
  const { transactionSigner } = await import('../signing/signed-transaction');
  const key = transactionSigner(privateKey);
  const sender = new Sender(typeof node === 'string' ? nodeAt(node) : node, key, maxFeePerGas);
  return {
    address: key.address,
    async request(question) {
      switch (question.method) {
        case 'eth_accounts':
        case 'eth_requestAccounts':
          return [key.address];
        case 'eth_sendTransaction': {
          const [asked] = question.params as readonly [AskedTransaction];
          return sender.send(key.sign(await sender.filled(asked)));
        }
        default:
          return sender.node.request(question);
      }
    },
  };
}

class Sender {
  private chainId: bigint | undefined;

  constructor(
    readonly node: Wallet,
    private readonly key: TransactionSigner,
    private readonly highestFee: bigint | undefined,
  ) {}

  /** The transaction with all that the caller left to us. */
  async filled({ to, data = '0x', value = '0x0', nonce, gas }: AskedTransaction) {
    const from = this.key.address;
    const [chainId, count, units, fees] = await Promise.all([
      this.ownChainId(),
      nonce ?? this.ask('eth_getTransactionCount', [from, 'pending']),
      gas === undefined ? this.estimate({ from, to, data, value }) : BigInt(gas),
      this.fees(),
    ]);
    return { ...{ chainId, nonce: BigInt(count), gas: units, to, value: BigInt(value), data }, ...fees };
  }

  /** Has the node send it. An answer that got lost, or a second time, is no failure of a transaction that the node knows. */
  async send({ raw, hash }: RawTransaction): Promise<string> {
    try {
      await this.ask('eth_sendRawTransaction', [raw]);
    } catch (error) {
      const known = await this.node.request({ method: 'eth_getTransactionByHash', params: [hash] });
      if (known === null) throw error;
    }
    return hash;
  }

  private async ownChainId(): Promise<bigint> {
    return (this.chainId ??= BigInt(await this.ask('eth_chainId', [])));
  }

  private async estimate(call: object): Promise<bigint> {
    const estimated = BigInt(await this.ask('eth_estimateGas', [call]));
    return estimated + estimated / 5n;
  }

  private async fees() {
    const [tip, block] = await Promise.all([
      this.ask('eth_maxPriorityFeePerGas', []),
      this.node.request({ method: 'eth_getBlockByNumber', params: ['latest', false] }),
    ]);
    const { baseFeePerGas } = block as { readonly baseFeePerGas: string };
    const wished = 2n * BigInt(baseFeePerGas) + BigInt(tip);
    const highest = this.highestFee;
    const maxFeePerGas = highest !== undefined && highest < wished ? highest : wished;
    // A tip above the whole fee is refused.
    const maxPriorityFeePerGas = BigInt(tip) < maxFeePerGas ? BigInt(tip) : maxFeePerGas;
    return { maxFeePerGas, maxPriorityFeePerGas };
  }

  private async ask(method: string, params: readonly unknown[]): Promise<string> {
    return (await this.node.request({ method, params })) as string;
  }
}
