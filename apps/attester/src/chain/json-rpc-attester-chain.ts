import {
  type AccountToken,
  type BlockRange,
  type ChainNodes,
  ContractReads,
  decodeEvent,
  exchangeInterface,
  type Finality,
  inParts,
  lensAddress,
  lensInterface,
  logsInRanges,
  type WithdrawalNonce,
} from '@exchange/contract/chain';
import { address, type Address, present } from '@exchange/core/kernel';
import { toBeHex, toQuantity } from 'ethers';
import type { AttesterChain, BlockMoment, ChainSight, Settlement } from './attester-chain';
import { LogSearch } from './log-search';

const TRADE_SETTLED = present(exchangeInterface.getEvent('TradeSettled'), 'TradeSettled').topicHash;

export interface AttesterChainOptions {
  readonly nodes: ChainNodes;
  readonly contract: Address;
  readonly finality: Finality;
  /** The block of the contract's deployment: no log is older. */
  readonly startBlock: number;
}

/** What the attester knows of the chain, by Ethereum JSON-RPC nodes of its own: state as enough of them have it. */
export class JsonRpcAttesterChain implements AttesterChain {
  readonly #reads: ContractReads;
  readonly #lens: Address;
  readonly #search: LogSearch;

  constructor(private readonly options: AttesterChainOptions) {
    const { nodes, contract } = options;
    this.#reads = new ContractReads(nodes, contract);
    this.#lens = lensAddress(contract);
    this.#search = new LogSearch(options.startBlock);
  }

  async look(): Promise<ChainSight> {
    const { nodes, finality } = this.options;
    const newest = momentOf(await nodes.block(await nodes.head()));
    if (finality === 'finalized') return { newest, final: momentOf(await nodes.finalized()) };
    const number = Math.max(0, newest.number - finality);
    return { newest, final: momentOf(await nodes.block(number)) };
  }

  settled(ids: readonly number[], block: number): Promise<readonly boolean[]> {
    return this.#reads.settledTrades(ids, block);
  }

  /** One node's word says in which blocks the logs are; the blocks' own receipts say what they are. */
  async settlements(ids: readonly number[], block: number): Promise<readonly Settlement[]> {
    const missing = new Set(ids.map(BigInt));
    const found: Settlement[] = [];
    for (const range of this.#search.ranges(block)) {
      for (const number of await this.#blocksOf([...missing], range)) {
        for (const item of await this.#settlementsIn(number)) {
          if (missing.delete(item.tradeId)) found.push(item);
        }
      }
      if (missing.size === 0) this.#search.end();
    }
    return found;
  }

  usedNonces(wanted: readonly WithdrawalNonce[], block: number): Promise<readonly boolean[]> {
    return this.#reads.usedNonces(wanted, block);
  }

  async balancesAt(wanted: readonly AccountToken[], block: number): Promise<readonly bigint[]> {
    return this.#reads.balances(wanted, block);
  }

  async tokens(from: number, block: number): Promise<readonly Address[]> {
    const count = Number(await this.#view('tokenCount', [], block));
    const ids = Array.from({ length: Math.max(0, count - from) }, (_, index) => from + index);
    const tokens = await inParts(ids, (id) => this.#view('tokens', [id], block));
    return tokens.map((token) => address(String(token).toLowerCase()));
  }

  async #blocksOf(ids: readonly bigint[], range: BlockRange): Promise<ReadonlySet<number>> {
    const { contract, nodes } = this.options;
    const topics = [TRADE_SETTLED, ids.map((id) => toBeHex(id, 32))];
    const logs = await logsInRanges(range, async ({ first, last }) => {
      const blocks = { fromBlock: toQuantity(first), toBlock: toQuantity(last) };
      return (await nodes.send('eth_getLogs', [
        { address: contract, topics, ...blocks },
      ])) as readonly NodeLog[];
    });
    return new Set(logs.map(({ blockNumber }) => Number(blockNumber)));
  }

  async #settlementsIn(number: number): Promise<readonly Settlement[]> {
    const { nodes, contract } = this.options;
    const logs = await nodes.logs(await nodes.block(number), [contract]);
    return logs.flatMap((log) => {
      const event = decodeEvent(log);
      return event?.kind === 'TradeSettled' ? [event] : [];
    });
  }

  async #view(name: string, values: readonly unknown[], block: number): Promise<unknown> {
    const call = { to: this.#lens, data: lensInterface.encodeFunctionData(name, values) };
    const returned = await this.options.nodes.agreed('eth_call', [call], block);
    return lensInterface.decodeFunctionResult(name, String(returned))[0];
  }
}

const momentOf = ({ number, time }: BlockMoment): BlockMoment => ({ number, time });

interface NodeLog {
  readonly blockNumber: string;
}
