import type { Wallet } from '../signing/signers';
import { callData, returnedWords } from './call-data';
import type { Attempt } from './steps';

/** What a transaction says. `value` in wei. */
export interface ChainCall {
  readonly to: string;
  readonly data: string;
  readonly value: bigint;
}

/** What a node says of a transaction. */
interface SentTransaction {
  readonly hash: string;
  readonly from: string;
  readonly to: string | null;
  readonly input: string;
  readonly value: string;
  readonly nonce: string;
}

/** A block, with its transactions or their hashes. */
interface SeenBlock<T = string> {
  readonly timestamp: string;
  readonly transactions: readonly T[];
}

/** The chain as one account sees it through a wallet or node (EIP-1193). Rejects with what that says. */
export class AccountOnChain {
  constructor(
    private readonly wallet: Wallet,
    readonly account: string,
    private readonly pollMs: number,
  ) {}

  /** What a view returns, as 0x and hex digits. */
  async view(to: string, data: string): Promise<string> {
    return (await this.ask('eth_call', [{ from: this.account, to, data }, 'latest'])) as string;
  }

  /** How much of a token the account lets `spender` take, in smallest units. */
  async allowance(token: string, spender: string): Promise<bigint> {
    const data = callData('allowance', [this.account, spender]);
    return returnedWords(await this.view(token, data))[0] ?? 0n;
  }

  /** Whether there is a contract at this address. */
  async hasCode(at: string): Promise<boolean> {
    return (await this.ask('eth_getCode', [at, 'latest'])) !== '0x';
  }

  async chainId(): Promise<number> {
    return Number(await this.ask('eth_chainId', []));
  }

  /** The time of the newest block, Unix seconds. */
  async time(): Promise<number> {
    const { timestamp } = (await this.ask('eth_getBlockByNumber', ['latest', false])) as SeenBlock;
    return Number(timestamp);
  }

  /** Where the next transaction goes. */
  async next(): Promise<Attempt> {
    return { nonce: await this.count('pending'), fromBlock: await this.blockNumber() };
  }

  /**
   * The hash of a transaction that was sent, or undefined when it wasn't, as far as the chain shows. `isOver`: nothing that
   * was sent for its nonce can come any more.
   */
  async find(call: ChainCall, sending: Attempt): Promise<{ hash: string | undefined; isOver: boolean }> {
    // In this order: what is mined in between is found.
    const isOver = (await this.count('latest')) > sending.nonce;
    if (sending.hash !== undefined && (await this.isKnown(sending.hash))) {
      return { hash: sending.hash, isOver };
    }
    const newest = await this.blockNumber();
    for (let block = sending.fromBlock; block <= newest; block += 1) {
      const hash = await this.inBlock(`0x${block.toString(16)}`, call, sending);
      if (hash !== undefined) return { hash, isOver };
    }
    return { hash: await this.inBlock('pending', call, sending), isOver };
  }

  /** Has the wallet send it, with this nonce; gives its hash. */
  async send({ to, data, value }: ChainCall, nonce: number): Promise<string> {
    const transaction = {
      ...{ from: this.account, to, data, value: hex(value), nonce: hex(nonce) },
    };
    return (await this.ask('eth_sendTransaction', [transaction])) as string;
  }

  /** Waits until it is in a block; whether it was carried out there. Undefined when the chain forgot it. */
  async mined(hash: string): Promise<boolean | undefined> {
    for (;;) {
      const receipt = (await this.ask('eth_getTransactionReceipt', [hash])) as { status: string } | null;
      if (receipt !== null) return Number(receipt.status) === 1;
      if (!(await this.isKnown(hash))) return undefined;
      await new Promise((resolve) => setTimeout(resolve, this.pollMs));
    }
  }

  private async isKnown(hash: string): Promise<boolean> {
    return (await this.ask('eth_getTransactionByHash', [hash])) !== null;
  }

  private async inBlock(block: string, call: ChainCall, { nonce }: Attempt): Promise<string | undefined> {
    const found = (await this.ask('eth_getBlockByNumber', [
      block,
      true,
    ])) as SeenBlock<SentTransaction> | null;
    // A wallet may have put it behind others, at a later nonce.
    return found?.transactions.find(
      (one) =>
        one.from.toLowerCase() === this.account.toLowerCase() &&
        one.to?.toLowerCase() === call.to.toLowerCase() &&
        one.input.toLowerCase() === call.data &&
        BigInt(one.value) === call.value &&
        Number(one.nonce) >= nonce,
    )?.hash;
  }

  private async count(at: 'latest' | 'pending'): Promise<number> {
    return Number(await this.ask('eth_getTransactionCount', [this.account, at]));
  }

  private async blockNumber(): Promise<number> {
    return Number(await this.ask('eth_blockNumber', []));
  }

  private ask(method: string, params: readonly unknown[]): Promise<unknown> {
    return this.wallet.request({ method, params });
  }
}

const hex = (value: bigint | number): string => `0x${value.toString(16)}`;
