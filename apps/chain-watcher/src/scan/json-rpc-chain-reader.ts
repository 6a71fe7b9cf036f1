import { type Address, hash } from '@exchange/core/kernel';
import { testTokenAbi } from '@exchange/contract/chain';
import { type Block, FetchRequest, Interface, isError, JsonRpcProvider, type Log } from 'ethers';
import type { BlockHeader, ChainIdentity, ChainReader, ContractLog } from './chain-reader';

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

  async block(number: number): Promise<BlockHeader | undefined> {
    const block = await this.#provider.getBlock(number);
    return block ? header(block) : undefined;
  }

  async logs(blocks: readonly BlockHeader[]): Promise<readonly ContractLog[]> {
    const logs: ContractLog[] = [];
    for (let start = 0; start < blocks.length; start += PARALLEL_READS) {
      // By hash: of a range that a node doesn't have yet, it may give nothing without a word.
      const asked = blocks
        .slice(start, start + PARALLEL_READS)
        .map(({ hash: blockHash }) => this.#provider.getLogs({ address: this.#contract, blockHash }));
      for (const found of await Promise.all(asked)) logs.push(...found.map(contractLog));
    }
    return logs;
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

function header(block: Block): BlockHeader {
  if (block.hash === null) throw new Error(`block ${block.number} has no hash`);
  return {
    number: block.number,
    hash: hash(block.hash),
    parent: hash(block.parentHash),
    time: block.timestamp,
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
