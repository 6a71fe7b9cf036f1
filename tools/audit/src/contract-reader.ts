import { decodeEvent, exchangeAbi, type TradeSettled } from '@exchange/contract/chain';
import { Contract, Interface, JsonRpcProvider, ZeroAddress } from 'ethers';

const erc20 = ['function balanceOf(address account) view returns (uint256)'];
const exchange = new Interface(exchangeAbi);
const BLOCKS_PER_QUERY = 5_000;

/** What the contract says, as of one block. */
export class ContractReader {
  readonly #provider: JsonRpcProvider;
  readonly #contract: Contract;
  readonly #at: string;

  constructor(rpc: string, contract: string) {
    this.#provider = new JsonRpcProvider(rpc, undefined, { cacheTimeout: -1, batchMaxCount: 100 });
    this.#contract = new Contract(contract, exchangeAbi, this.#provider);
    this.#at = contract;
  }

  balance(token: string, account: string, block: number): Promise<bigint> {
    return this.#call('getBalance', [token, account], block);
  }

  liabilities(token: string, block: number): Promise<bigint> {
    return this.#call('totalLiabilities', [token], block);
  }

  /** What the contract owns of a token. */
  holdings(token: string, block: number): Promise<bigint> {
    if (token === ZeroAddress) return this.#provider.getBalance(this.#at, block);
    const contract = new Contract(token, erc20, this.#provider);
    return contract.getFunction('balanceOf')(this.#at, { blockTag: block }) as Promise<bigint>;
  }

  async feeCollector(block: number): Promise<string> {
    const collector = (await this.#contract.getFunction('feeCollector')({ blockTag: block })) as string;
    return collector.toLowerCase();
  }

  /** Of blocks in order, the first one whose events the node still has; undefined when it has those of none. */
  async firstWithEvents(blocks: readonly number[]): Promise<number | undefined> {
    // A node forgets the oldest first.
    let [known, unknown] = [blocks.length, -1];
    while (known - unknown > 1) {
      const middle = Math.floor((known + unknown) / 2);
      const block = await this.#provider.getBlock(blocks[middle] ?? 0);
      if (block !== null && (block.transactions.length > 0 || block.gasUsed === 0n)) known = middle;
      else unknown = middle;
    }
    return blocks[known];
  }

  /** Every settled trade up to the block. */
  async settledTrades(fromBlock: number, toBlock: number): Promise<TradeSettled[]> {
    const topic = exchange.getEvent('TradeSettled')?.topicHash ?? null;
    const trades: TradeSettled[] = [];
    for (let first = fromBlock; first <= toBlock; first += BLOCKS_PER_QUERY) {
      const last = Math.min(first + BLOCKS_PER_QUERY - 1, toBlock);
      const range = { fromBlock: first, toBlock: last };
      for (const log of await this.#provider.getLogs({ address: this.#at, topics: [topic], ...range })) {
        const event = decodeEvent(log);
        if (event?.kind === 'TradeSettled') trades.push(event);
      }
    }
    return trades;
  }

  close(): void {
    this.#provider.destroy();
  }

  #call(name: string, args: readonly string[], block: number): Promise<bigint> {
    return this.#contract.getFunction(name)(...args, { blockTag: block }) as Promise<bigint>;
  }
}
