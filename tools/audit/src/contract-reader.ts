import {
  decodeEvent,
  exchangeInterface,
  lensAddress,
  lensInterface,
  logsInRanges,
  NodeProvider,
  type TradeSettled,
} from '@exchange/contract/chain';
import { address } from '@exchange/core/kernel';
import { Contract, ZeroAddress } from 'ethers';

const erc20 = ['function balanceOf(address account) view returns (uint256)'];
const BLOCKS_PER_QUERY = 5_000;
const ANSWER_MS_MAX = 120_000;

/** Settled trades of the blocks from `first` on. */
export interface SettledTrades {
  readonly first: number;
  readonly trades: readonly TradeSettled[];
}

/** What the contract says, as of one block. */
export class ContractReader {
  readonly #provider: NodeProvider;
  readonly #lens: Contract;
  readonly #at: string;

  constructor(rpc: string, contract: string) {
    this.#provider = new NodeProvider(rpc, { timeoutMs: ANSWER_MS_MAX });
    this.#lens = new Contract(lensAddress(address(contract)), lensInterface, this.#provider);
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

  /** The higher of what is in force and what waits. */
  async leastNonce(account: string, token: string, block: number): Promise<bigint> {
    const at = { blockTag: block };
    const inForce = (await this.#lens.getFunction('minNonce')(account, token, at)) as bigint;
    const [waits] = (await this.#lens.getFunction('waitingMinNonce')(account, token, at)) as [bigint];
    return waits > inForce ? waits : inForce;
  }

  async feeCollector(block: number): Promise<string> {
    const collector = (await this.#lens.getFunction('feeCollector')({ blockTag: block })) as string;
    return collector.toLowerCase();
  }

  /** The accounts and sold tokens whose least nonce was ever requested or raised, as far as the node has the events. */
  async boundOrders(fromBlock: number, toBlock: number): Promise<readonly string[]> {
    const bound: string[] = [];
    for (const { event } of await this.#events(['MinNonceRequested', 'MinNonceRaised'], fromBlock, toBlock)) {
      if (event.kind === 'MinNonceRequested' || event.kind === 'MinNonceRaised')
        bound.push(`${event.account} ${event.token}`);
    }
    return bound;
  }

  /** Every settled trade up to a block that the node still has, and the first of the blocks of which it has any. */
  async settledTrades(blocks: readonly number[], toBlock: number): Promise<SettledTrades> {
    const events = await this.#events(['TradeSettled'], blocks[0] ?? toBlock, toBlock);
    const read = events.flatMap(({ block, event }) =>
      event.kind === 'TradeSettled' ? [{ block, trade: event }] : [],
    );
    // Asked last: what the node has now, it had when the events were read.
    const first = (await this.#firstWithEvents(blocks)) ?? toBlock + 1;
    return { first, trades: read.filter(({ block }) => block >= first).map(({ trade }) => trade) };
  }

  /** The events of these names, in parts that nodes allow. */
  async #events(names: readonly string[], fromBlock: number, toBlock: number) {
    const topics = [names.map((name) => exchangeInterface.getEvent(name)?.topicHash ?? '')];
    const logs = await logsInRanges(
      { first: fromBlock, last: toBlock },
      ({ first, last }) =>
        this.#provider.getLogs({ address: this.#at, topics, fromBlock: first, toBlock: last }),
      { most: BLOCKS_PER_QUERY },
    );
    return logs.flatMap((log) => {
      const event = decodeEvent(log);
      return event === undefined ? [] : [{ block: log.blockNumber, event }];
    });
  }

  close(): void {
    this.#provider.destroy();
  }

  /** Of blocks in order, the first one whose events the node still has; undefined when it has those of none. */
  async #firstWithEvents(blocks: readonly number[]): Promise<number | undefined> {
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

  #call(name: string, args: readonly string[], block: number): Promise<bigint> {
    return this.#lens.getFunction(name)(...args, { blockTag: block }) as Promise<bigint>;
  }
}
