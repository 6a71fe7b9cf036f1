import { type Address, address, hash, type Hash, present } from '@exchange/core/kernel';
import { exchangeInterface } from '@exchange/contract/chain';
import { id } from 'ethers';
import type { BlockHeader, BlockId, ChainIdentity, ChainReader, ContractLog } from '../src/scan/chain-reader';
import type { AwaitedWithdrawal } from '../src/withdrawals/awaited-withdrawals';
import { withdrawalKey } from '../src/withdrawals/withdrawal-rows';

interface MemoryBlock extends BlockHeader {
  readonly logs: readonly ContractLog[];
}

const hashOf = (text: string): Hash => hash(id(text));

/** A chain in memory that can be rolled back and mined differently. Block 0 is there from the start. */
export class MemoryChain implements ChainReader {
  readonly #blocks: MemoryBlock[] = [];
  #mined = 0;
  /** Throws to play a node that fails. */
  beforeRead: () => void = () => undefined;

  constructor(private readonly name = 'chain') {
    this.mine();
  }

  /** Mines a block whose one transaction emits these events of the contract. */
  mine(...events: (readonly [name: string, ...values: unknown[]])[]): MemoryBlock {
    const number = this.#blocks.length;
    const own = hashOf(`${this.name} ${number} ${(this.#mined += 1)}`);
    const logs = events.map(([name, ...values], logIndex) => ({
      ...exchangeInterface.encodeEventLog(name, values),
      blockNumber: number,
      blockHash: own,
      transaction: hashOf(`transaction of ${own}`),
      logIndex,
    }));
    const parent = this.#blocks.at(-1)?.hash ?? hashOf('nothing');
    const block = { number, hash: own, parent, time: 1_700_000_000 + number, logs };
    this.#blocks.push(block);
    return block;
  }

  /** Forgets the newest blocks, which it returns. */
  rollBack(count: number): readonly MemoryBlock[] {
    return this.#blocks.splice(-count);
  }

  putBack(block: MemoryBlock | undefined): void {
    this.#blocks.push(present(block, 'block'));
  }

  async identity(): Promise<ChainIdentity> {
    return { chainId: 31_337, anchor: present(this.#blocks[0], 'first block').hash };
  }

  async head(): Promise<number> {
    this.beforeRead();
    return this.#blocks.length - 1;
  }

  async block(number: number): Promise<BlockHeader> {
    this.beforeRead();
    return present(this.#blocks[number], `block ${number}`);
  }

  /** What the chain calls final. */
  finalNumber = 0;

  async finalized(): Promise<BlockId> {
    return this.block(this.finalNumber);
  }

  /** Withdrawals that the contract says it has paid, whatever its logs say. */
  readonly used = new Set<string>();

  async usedNonces(wanted: readonly AwaitedWithdrawal[]): Promise<readonly boolean[]> {
    return wanted.map((withdrawal) => this.used.has(withdrawalKey(withdrawal)));
  }

  async logs(blocks: readonly BlockHeader[]): Promise<readonly ContractLog[]> {
    this.beforeRead();
    return blocks.flatMap(({ number, hash: own }) => {
      const block = this.#blocks[number];
      if (block?.hash !== own) throw new Error(`unknown block ${own}`);
      return block.logs;
    });
  }

  /** The timelock of the exchange; undefined when its admin announces nothing. */
  timelock: Address | undefined;

  async admin(): Promise<Address | undefined> {
    return this.timelock;
  }

  async announcements(_: Address, from: number, to: number): Promise<readonly ContractLog[]> {
    return this.#blocks.slice(from, to + 1).flatMap(({ logs }) => logs.filter(({ ofAdmin }) => ofAdmin));
  }

  async gasPrice(): Promise<bigint> {
    return 1_000_000_000n;
  }

  /** By token; one that isn't there tells none. */
  readonly supplies = new Map<Address, bigint>();
  supplyFails = false;

  async totalSupply(token: Address): Promise<bigint | undefined> {
    if (this.supplyFails) throw new Error('the node has no time');
    return this.supplies.get(token);
  }
}

/** An address of one repeated byte. */
export const someAddress = (byte: string): Address => address(`0x${byte.repeat(20)}`);
