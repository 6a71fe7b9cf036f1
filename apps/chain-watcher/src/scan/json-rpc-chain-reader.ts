import { type Address, hash } from '@exchange/core/kernel';
import {
  adminContract,
  asksTooMuch,
  type BlockRange,
  type ChainNodes,
  ContractReads,
  isChainsAnswer,
  logsInRanges,
  nodeErrorOf,
  type ProvenBlock,
  testTokenAbi,
  TIMELOCK_TOPICS,
  type WithdrawalNonce,
} from '@exchange/contract/chain';
import { Interface, toQuantity } from 'ethers';
import type { BlockId, ChainIdentity, ChainReader, ContractLog } from './chain-reader';

const PARALLEL_READS = 16;
const SUPPLY_CALL = new Interface(testTokenAbi).encodeFunctionData('totalSupply');
/** Nodes limit how many blocks one question may span; where that is too many, it is halved. */
const ANNOUNCEMENT_BLOCKS = 5_000;
const WORD = /^0x[0-9a-f]{64}$/;

interface ReaderOptions {
  /** The exchange, whose logs are read. */
  readonly contract: Address;
  /** The number of the block by which the chain is known again. */
  readonly anchor: number;
}

/** A chain behind Ethereum JSON-RPC nodes. */
export class JsonRpcChainReader implements ChainReader {
  readonly #state: ContractReads;

  constructor(
    private readonly nodes: ChainNodes,
    private readonly options: ReaderOptions,
  ) {
    this.#state = new ContractReads(nodes, options.contract);
  }

  async identity(): Promise<ChainIdentity> {
    const chainId = await this.nodes.chainId();
    const { anchor } = this.options;
    if ((await this.nodes.head()) < anchor)
      throw new Error(`the node has no block ${anchor} yet: it is of another chain, or still syncing`);
    return { chainId, anchor: (await this.nodes.block(anchor)).hash };
  }

  async head(): Promise<number> {
    return this.nodes.head();
  }

  async block(number: number): Promise<ProvenBlock> {
    return this.nodes.block(number);
  }

  async finalized(): Promise<BlockId> {
    return this.nodes.finalized();
  }

  async admin(block: number): Promise<Address | undefined> {
    return adminContract((method, params) => this.nodes.agreed(method, params, block), this.options.contract);
  }

  async announcements(admin: Address, from: number, to: number): Promise<readonly ContractLog[]> {
    return logsInRanges({ first: from, last: to }, (range) => this.#announced(admin, range), {
      most: ANNOUNCEMENT_BLOCKS,
      isTooMuch: (error) => asksTooMuch(nodeErrorOf(error)),
    });
  }

  async logs(blocks: readonly ProvenBlock[], admin?: Address): Promise<readonly ContractLog[]> {
    const { contract } = this.options;
    const writers = admin === undefined ? [contract] : [contract, admin];
    const logs: ContractLog[] = [];
    for (let start = 0; start < blocks.length; start += PARALLEL_READS) {
      const asked = blocks
        .slice(start, start + PARALLEL_READS)
        .map((block) => this.nodes.logs(block, writers));
      for (const log of (await Promise.all(asked)).flat()) {
        const isOfAdmin = log.address.toLowerCase() !== contract;
        logs.push({ ...log, ...(isOfAdmin ? { ofAdmin: true } : {}) });
      }
    }
    return logs;
  }

  async usedNonces(wanted: readonly WithdrawalNonce[], block: number): Promise<readonly boolean[]> {
    return this.#state.usedNonces(wanted, block);
  }

  async gasPrice(): Promise<bigint> {
    return BigInt(String(await this.nodes.send('eth_gasPrice', [])));
  }

  async totalSupply(token: Address): Promise<bigint | undefined> {
    try {
      const returned = await this.#call(token, SUPPLY_CALL);
      return WORD.test(returned) ? BigInt(returned) : undefined;
    } catch (error) {
      if (isChainsAnswer(error)) return undefined;
      throw error;
    }
  }

  close(): void {
    this.nodes.close();
  }

  async #call(to: Address, data: string): Promise<string> {
    return String(await this.nodes.send('eth_call', [{ to, data }, 'latest']));
  }

  async #announced(admin: Address, { first, last }: BlockRange): Promise<readonly ContractLog[]> {
    const range = { fromBlock: toQuantity(first), toBlock: toQuantity(last) };
    const filter = { address: [admin], topics: [[...TIMELOCK_TOPICS]], ...range };
    const found = (await this.nodes.send('eth_getLogs', [filter])) as readonly NodeLog[];
    return found.map((log) => ({
      ofAdmin: true,
      blockNumber: Number(log.blockNumber),
      blockHash: hash(log.blockHash),
      transaction: hash(log.transactionHash),
      logIndex: Number(log.logIndex),
      topics: log.topics,
      data: log.data,
    }));
  }
}

/** What is read of a log (Ethereum JSON-RPC, eth_getLogs). */
interface NodeLog {
  readonly blockNumber: string;
  readonly blockHash: string;
  readonly transactionHash: string;
  readonly logIndex: string;
  readonly topics: readonly string[];
  readonly data: string;
}
