import {
  type ChainNodes,
  ContractReads,
  decodeEvent,
  decodeGetBalance,
  encodeGetBalance,
  exchangeInterface,
  type Finality,
  lensAddress,
  lensInterface,
} from '@exchange/contract/chain';
import { address, type Address, present } from '@exchange/core/kernel';
import { toBeHex, toQuantity } from 'ethers';
import type {
  AccountNonce,
  TokenOfAccount,
  AttesterChain,
  BlockMoment,
  ChainSight,
  Settlement,
} from './attester-chain';

/** Nodes limit how many blocks one question about logs may span. */
const LOG_BLOCKS = 1_000;
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

  constructor(private readonly options: AttesterChainOptions) {
    const { nodes, contract } = options;
    this.#reads = new ContractReads(nodes, contract);
    this.#lens = lensAddress(contract);
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
    const { startBlock } = this.options;
    for (let to = block; to >= startBlock && missing.size > 0; to -= LOG_BLOCKS) {
      const from = Math.max(startBlock, to - LOG_BLOCKS + 1);
      for (const number of await this.#blocksOf([...missing], from, to)) {
        for (const item of await this.#settlementsIn(number)) {
          if (missing.delete(item.tradeId)) found.push(item);
        }
      }
    }
    return found;
  }

  usedNonces(wanted: readonly AccountNonce[], block: number): Promise<readonly boolean[]> {
    return this.#reads.usedNonces(wanted, block);
  }

  async balancesAt(wanted: readonly TokenOfAccount[], block: number): Promise<readonly bigint[]> {
    const { contract } = this.options;
    return Promise.all(
      wanted.map(async ({ account, token }) =>
        decodeGetBalance(await this.#call(contract, encodeGetBalance(token, account), block)),
      ),
    );
  }

  async tokens(from: number, block: number): Promise<readonly Address[]> {
    const count = Number(await this.#view('tokenCount', [], block));
    const ids = Array.from({ length: Math.max(0, count - from) }, (_, index) => from + index);
    const tokens = await Promise.all(ids.map((id) => this.#view('tokens', [id], block)));
    return tokens.map((token) => address(String(token).toLowerCase()));
  }

  async #blocksOf(ids: readonly bigint[], from: number, to: number): Promise<ReadonlySet<number>> {
    const topics = [TRADE_SETTLED, ids.map((id) => toBeHex(id, 32))];
    const range = { fromBlock: toQuantity(from), toBlock: toQuantity(to) };
    const filter = { address: this.options.contract, topics, ...range };
    const logs = (await this.options.nodes.send('eth_getLogs', [filter])) as readonly NodeLog[];
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
    const data = lensInterface.encodeFunctionData(name, values);
    return lensInterface.decodeFunctionResult(name, await this.#call(this.#lens, data, block))[0];
  }

  async #call(to: Address, data: string, block: number): Promise<string> {
    return String(await this.options.nodes.agreed('eth_call', [{ to, data }], block));
  }
}

const momentOf = ({ number, time }: BlockMoment): BlockMoment => ({ number, time });

interface NodeLog {
  readonly blockNumber: string;
}
