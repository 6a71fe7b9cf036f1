import { type Address, address, hash } from '@exchange/core/kernel';
import { exchangeInterface, NodeProvider, testTokenAbi, TIMELOCK_TOPICS } from '@exchange/contract/chain';
import { Interface, isError, toQuantity } from 'ethers';
import type { ChainIdentity, ChainReader, ContractLog, ReadHeader } from './chain-reader';
import { joinedBlooms, mayHoldLogs } from './logs-bloom';

const PARALLEL_READS = 16;
const SUPPLY_CALL = new Interface(testTokenAbi).encodeFunctionData('totalSupply');
const ADMIN_CALL = exchangeInterface.encodeFunctionData('defaultAdmin');
/** Nodes limit how many blocks one question may span. */
const ANNOUNCEMENT_BLOCKS = 5_000;
const WORD = /^0x[0-9a-f]{64}$/;

/**
 * A chain behind an Ethereum JSON-RPC node. `contract`: the exchange, whose logs are read; `anchor`: the number of the
 * block by which the chain is known again.
 */
export class JsonRpcChainReader implements ChainReader {
  readonly #provider: NodeProvider;
  readonly #contract: Address;

  constructor(
    url: string,
    contract: Address,
    private readonly anchor: number,
  ) {
    this.#provider = new NodeProvider(url);
    this.#contract = contract;
  }

  async identity(): Promise<ChainIdentity> {
    // The only question that ends when nobody answers: others wait until ethers has found a network.
    const chainId = Number((await this.#provider.getNetwork()).chainId);
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

  async admin(): Promise<Address | undefined> {
    const returned = await this.#provider.call({ to: this.#contract, data: ADMIN_CALL });
    if (!WORD.test(returned)) return undefined;
    const admin = address(String(exchangeInterface.decodeFunctionResult('defaultAdmin', returned)[0]));
    return (await this.#provider.getCode(admin)) === '0x' ? undefined : admin;
  }

  async announcements(admin: Address, from: number, to: number): Promise<readonly ContractLog[]> {
    const logs: ContractLog[] = [];
    for (let fromBlock = from; fromBlock <= to; fromBlock += ANNOUNCEMENT_BLOCKS) {
      const toBlock = Math.min(to, fromBlock + ANNOUNCEMENT_BLOCKS - 1);
      const topics = [[...TIMELOCK_TOPICS]];
      const range = { fromBlock: toQuantity(fromBlock), toBlock: toQuantity(toBlock) };
      const found = await this.#logs({ address: [admin], topics, ...range });
      logs.push(...found.map((log) => this.#contractLog(log)));
    }
    return logs;
  }

  async logs(blocks: readonly ReadHeader[], admin?: Address): Promise<readonly ContractLog[]> {
    const logs: ContractLog[] = [];
    for (let start = 0; start < blocks.length; start += PARALLEL_READS) {
      const asked = blocks.slice(start, start + PARALLEL_READS).map((block) => this.#logsOf(block, admin));
      for (const found of await Promise.all(asked)) logs.push(...found.map((log) => this.#contractLog(log)));
    }
    return logs;
  }

  /** Ethers' own `getLogs` copies each log twice, checking what the decoder checks. */
  async #logs(filter: LogFilter): Promise<readonly NodeLog[]> {
    return (await this.#provider.send('eth_getLogs', [filter])) as readonly NodeLog[];
  }

  async #logsOf(block: ReadHeader, admin: Address | undefined): Promise<readonly NodeLog[]> {
    const writers = admin === undefined ? [this.#contract] : [this.#contract, admin];
    // By hash: of a range that a node doesn't have yet, it may give nothing without a word.
    const found = await this.#logs({ address: writers, blockHash: block.hash });
    for (const writer of writers) {
      const isSilent = !found.some((log) => isOf(log, writer));
      if (isSilent && mayHoldLogs(block.logsBloom, writer)) await this.#proveEmpty(block, writer);
    }
    return found;
  }

  #contractLog(log: NodeLog): ContractLog {
    return { ...contractLog(log), ...(isOf(log, this.#contract) ? {} : { ofAdmin: true }) };
  }

  /**
   * Rejects unless the receipts prove that a contract said nothing in the block: a node that has forgotten them gives
   * no logs either, and one whose index of logs is behind gives none for a while.
   */
  async #proveEmpty({ number, hash: own, logsBloom }: ReadHeader, writer: Address): Promise<void> {
    const receipts = (await this.#provider.send('eth_getBlockReceipts', [own])) as
      readonly NodeReceipt[] | null;
    if (!hasAll(receipts ?? [], logsBloom)) {
      throw new Error(
        `the node has no logs of block ${number} any more, though its header says that there are some: ` +
          'read it from a node that keeps them',
      );
    }
    if (receipts?.some(({ logs }) => logs.some((log) => isOf(log, writer)))) {
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

/** What a question for logs may say (Ethereum JSON-RPC, eth_getLogs). */
interface LogFilter {
  readonly address: readonly string[];
  readonly topics?: readonly (readonly string[])[];
  readonly blockHash?: string;
  readonly fromBlock?: string;
  readonly toBlock?: string;
}

/** What is read of a log (Ethereum JSON-RPC, eth_getLogs). */
interface NodeLog {
  readonly address: string;
  readonly blockNumber: string;
  readonly blockHash: string;
  readonly transactionHash: string;
  readonly logIndex: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** What is read of a receipt (Ethereum JSON-RPC, eth_getBlockReceipts). */
interface NodeReceipt {
  readonly logsBloom: string;
  readonly logs: readonly { readonly address: string }[];
}

const isOf = (log: { readonly address: string }, writer: Address): boolean =>
  log.address.toLowerCase() === writer;

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

function contractLog(log: NodeLog): ContractLog {
  return {
    blockNumber: quantity(log.blockNumber),
    blockHash: hash(log.blockHash),
    transaction: hash(log.transactionHash),
    logIndex: quantity(log.logIndex),
    topics: log.topics,
    data: log.data,
  };
}

/** Throws for what is no number: a node that leaves it out has said nothing. */
const quantity = (text: string): number => Number(BigInt(text));
