import type { AccountToken, WithdrawalNonce } from '@exchange/contract/chain';
import type { Address } from '@exchange/core/kernel';
import { batchTrade } from '@exchange/core/settlement';
import type { SettleLeg } from '@exchange/core/message';
import type { AttesterChain, ChainSight, Settlement } from '../src/chain/attester-chain';

export const CONFIRMATIONS = 2;

/** A chain in a test's hand: what the contract says in its final blocks. */
export class MemoryAttesterChain implements AttesterChain {
  /** What the contract holds, by `<account>:<token>`. */
  readonly balances = new Map<string, bigint>();
  readonly used = new Set<string>();
  readonly settledTrades = new Map<number, Settlement>();
  /** The node says that ids are settled, and lacks the logs of it. */
  lacksLogs = false;
  /** How many balances were asked for. */
  balancesRead = 0;
  #newest: { number: number; time: number };

  constructor(
    private readonly now: () => number,
    private readonly registered: readonly Address[],
  ) {
    this.#newest = { number: 10, time: this.now() };
  }

  /** So many blocks, of now. */
  mine(blocks = 1): void {
    this.#newest = { number: this.#newest.number + blocks, time: this.now() };
  }

  /** The node is behind by so many blocks. */
  fallBack(blocks: number): void {
    this.#newest = { ...this.#newest, number: this.#newest.number - blocks };
  }

  /** The contract settles the trade of these legs, or what `change` makes of it, in what is final next. */
  settle([maker, taker]: readonly [SettleLeg, SettleLeg], change: Partial<Settlement> = {}): void {
    const { id, amounts } = batchTrade(maker, taker);
    const { rebateToken, ...rest } = amounts;
    const settled = {
      ...{ ...rest, tradeId: BigInt(id), maker: maker.account, taker: taker.account },
      ...{ makerOrder: maker.orderHash, takerOrder: taker.orderHash },
      rebateInBoughtToken: rebateToken === 'buy',
      ...change,
    };
    this.settledTrades.set(Number(settled.tradeId), settled);
  }

  async look(): Promise<ChainSight> {
    const { number, time } = this.#newest;
    return { newest: { number, time }, final: { number: number - CONFIRMATIONS, time } };
  }

  async settled(ids: readonly number[]): Promise<readonly boolean[]> {
    return ids.map((id) => this.settledTrades.has(id));
  }

  async settlements(ids: readonly number[]): Promise<readonly Settlement[]> {
    return this.lacksLogs ? [] : ids.flatMap((id) => this.settledTrades.get(id) ?? []);
  }

  async usedNonces(wanted: readonly WithdrawalNonce[]): Promise<readonly boolean[]> {
    return wanted.map(({ account, nonce }) => this.used.has(`${account}:${nonce}`));
  }

  async balancesAt(wanted: readonly AccountToken[]): Promise<readonly bigint[]> {
    this.balancesRead += wanted.length;
    return wanted.map(({ account, token }) => this.balances.get(`${account}:${token}`) ?? 0n);
  }

  async tokens(from: number): Promise<readonly Address[]> {
    return this.registered.slice(from);
  }
}
