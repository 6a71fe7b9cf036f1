import { type Address, hash } from '@exchange/core/kernel';
import { testTokenAbi } from '@exchange/contract/chain';
import { FetchRequest, Interface, isError, JsonRpcProvider, type Log, toQuantity } from 'ethers';
import type { ChainIdentity, ChainReader, ContractLog, ReadHeader } from './chain-reader';
import { joinedBlooms, mayHoldLogs } from './logs-bloom';

const NODE_TIMEOUT_MS = 10_000;
const PARALLEL_READS = 16;
const SUPPLY_CALL = new Interface(testTokenAbi).encodeFunctionData('totalSupply');
const WORD = /^0x[0-9a-f]{64}$/;

/**
 * A chain behind an Ethereum JSON-RPC node. `contract`: the exchange, whose logs are read; `anchor`: the number of the
 * block by which the chain is known again.
 */
export class JsonRpcChainReader implements ChainReader {
  readonly #provider: JsonRpcProvider;
  readonly #contract: Address;

  constructor(
    url: string,
    contract: Address,
    private readonly anchor: number,
  ) {
    // Without this ethers answers from a cache of 250 ms, and a look would mix two states of the chain.
    const request = new FetchRequest(url);
    request.timeout = NODE_TIMEOUT_MS;
    this.#provider = new JsonRpcProvider(request, undefined, { cacheTimeout: -1 });
    this.#contract = contract;
  }

  async identity(): Promise<ChainIdentity> {
    const chainId = Number(BigInt(await this.#provider.send('eth_chainId', [])));
    const block = await this.block(this.anchor);
    if (!block)
      throw new Error(`the node has no block ${this.anchor} yet: it is of another chain, or still syncing`);
    return { chainId, anchor: block.hash };
  }

  async head(): Promise<number> {
    return Number(BigInt(await this.#provider.send('eth_blockNumber', [])));
  }

  async block(number: number): Promise<ReadHeader | undefined> {
    const block = (await this.#provider.send('eth_getBlockByNumber', [
      toQuantity(number),
      false,
    ])) as NodeBlock | null;
    return block ? header(block) : undefined;
  }

  async logs(blocks: readonly ReadHeader[]): Promise<readonly ContractLog[]> {
    const logs: ContractLog[] = [];
    for (let start = 0; start < blocks.length; start += PARALLEL_READS) {
      const asked = blocks.slice(start, start + PARALLEL_READS).map((block) => this.#logsOf(block));
      for (const found of await Promise.all(asked)) logs.push(...found.map(contractLog));
    }
    return logs;
  }

  async #logsOf(block: ReadHeader): Promise<readonly Log[]> {
    // By hash: of a range that a node doesn't have yet, it may give nothing without a word.
    const found = await this.#provider.getLogs({ address: this.#contract, blockHash: block.hash });
    if (found.length === 0 && mayHoldLogs(block.logsBloom, this.#contract)) await this.#proveEmpty(block);
    return found;
  }

  /**
   * Rejects unless the receipts prove that the contract said nothing in the block: a node that has forgotten them gives
   * no logs either, and one whose index of logs is behind gives none for a while.
   */
  async #proveEmpty({ number, hash: own, logsBloom }: ReadHeader): Promise<void> {
    const receipts = (await this.#provider.send('eth_getBlockReceipts', [own])) as
      readonly NodeReceipt[] | null;
    if (!hasAll(receipts ?? [], logsBloom)) {
      throw new Error(
        `the node has no logs of block ${number} any more, though its header says that there are some: ` +
          'read it from a node that keeps them',
      );
    }
    const contract = this.#contract.toLowerCase();
    if (receipts?.some(({ logs }) => logs.some((log) => log.address.toLowerCase() === contract))) {
      throw new Error(`the node gives no logs of block ${number}, but receipts that have some`);
    }
  }

  async gasPrice(): Promise<bigint> {
    return BigInt(await this.#provider.send('eth_gasPrice', []));
  }

  async totalSupply(token: Address): Promise<bigint | undefined> {
    try {
      const returned = await this.#provider.call({ to: token, data: SUPPLY_CALL });
      return WORD.test(returned) ? BigInt(returned) : undefined;
    } catch (error) {
      if (isError(error, 'CALL_EXCEPTION')) return undefined;
      throw error;
    }
  }

  close(): void {
    this.#provider.destroy();
  }
}

/** What is read of a block (Ethereum JSON-RPC, eth_getBlockByNumber); a block that isn't mined yet has no hash. */
interface NodeBlock {
  readonly number: string;
  readonly hash: string | null;
  readonly parentHash: string;
  readonly timestamp: string;
  readonly logsBloom: string;
}

/** What is read of a receipt (Ethereum JSON-RPC, eth_getBlockReceipts). */
interface NodeReceipt {
  readonly logsBloom: string;
  readonly logs: readonly { readonly address: string }[];
}

/** Some chains add receipts that their headers don't count: more than the header's filter is no sign of a gap. */
function hasAll(receipts: readonly NodeReceipt[], logsBloom: string): boolean {
  const wanted = BigInt(logsBloom);
  return (joinedBlooms(receipts.map((receipt) => receipt.logsBloom)) & wanted) === wanted;
}

function header({ number, hash: own, parentHash, timestamp, logsBloom }: NodeBlock): ReadHeader {
  if (own === null) throw new Error(`block ${Number(number)} has no hash`);
  return {
    number: Number(number),
    hash: hash(own),
    parent: hash(parentHash),
    time: Number(timestamp),
    logsBloom,
  };
}

function contractLog(log: Log): ContractLog {
  return {
    blockNumber: log.blockNumber,
    blockHash: hash(log.blockHash),
    transaction: hash(log.transactionHash),
    logIndex: log.index,
    topics: log.topics,
    data: log.data,
  };
}
