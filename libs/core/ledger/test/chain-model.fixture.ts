import { type Address, amount, present, type TradeId } from '@exchange/core/kernel';
import type { SettleLeg } from '@exchange/core/message';
import type { AccountChainFact, ChainPlace } from '../src/chain/chain-fact';
import { hashOf } from './setting.fixture';

/** What the contract knows, as far as the ledger depends on it. */
interface ChainState {
  readonly balances: ReadonlyMap<string, bigint>;
  readonly exits: ReadonlySet<string>;
  readonly settled: ReadonlySet<TradeId>;
  readonly usedNonces: ReadonlySet<number>;
}

export interface Block {
  readonly place: ChainPlace;
  /** Unix seconds. */
  readonly time: number;
  readonly fact: AccountChainFact;
  readonly after: ChainState;
}

export const COLLECTOR = 'collector';
export const BUDGET = 'budget';

/** A contract with one fact per block, whose newest blocks can be undone. */
export class ChainModel {
  readonly pending: Block[] = [];
  private final: ChainState = {
    balances: new Map(),
    exits: new Set(),
    settled: new Set(),
    usedNonces: new Set(),
  };
  private blocksEver = 0;

  constructor(public time: number) {}

  get tip(): ChainState {
    return this.pending.at(-1)?.after ?? this.final;
  }

  finalBalance(owner: string, token: Address): bigint {
    return this.final.balances.get(`${owner}:${token}`) ?? 0n;
  }

  balance(owner: string, token: Address): bigint {
    return this.tip.balances.get(`${owner}:${token}`) ?? 0n;
  }

  hasExit(account: Address, token: Address): boolean {
    return this.tip.exits.has(`${account}:${token}`);
  }

  /** Mines a fact; undefined when the contract would refuse it. */
  mine(fact: AccountChainFact): Block | undefined {
    const after = this.apply(fact);
    if (after === undefined) return undefined;
    this.blocksEver += 1;
    const place: ChainPlace = {
      transaction: hashOf(this.blocksEver),
      logIndex: 0,
      block: this.pending.length + this.blocksEver,
      blockHash: hashOf(0xb10c_0000 + this.blocksEver),
    };
    const block = { place, time: this.time, fact, after };
    this.pending.push(block);
    return block;
  }

  /** The collector sets some of what it has aside, as it would have done before all blocks that can be undone. */
  fund(token: Address, units: bigint): void {
    const funded = (state: ChainState) =>
      present(
        this.moved(state, [
          [COLLECTOR, token, -units],
          [BUDGET, token, units],
        ]),
        'fees of the collector',
      );
    this.final = funded(this.final);
    for (const [index, block] of this.pending.entries()) {
      this.pending[index] = { ...block, after: funded(block.after) };
    }
  }

  finalize(): Block | undefined {
    const block = this.pending.shift();
    if (block !== undefined) this.final = block.after;
    return block;
  }

  undo(): Block | undefined {
    return this.pending.pop();
  }

  private apply(fact: AccountChainFact): ChainState | undefined {
    const { tip } = this;
    switch (fact.kind) {
      case 'deposited':
        if (this.hasExit(fact.account, fact.token)) return undefined;
        return this.moved(tip, [[fact.account, fact.token, fact.amount]]);
      case 'withdrawn': {
        if (fact.by !== 'exit' && tip.usedNonces.has(fact.nonce)) return undefined;
        const moved = this.moved(tip, [[fact.account, fact.token, -fact.amount]]);
        return moved && { ...moved, usedNonces: new Set(tip.usedNonces).add(fact.nonce) };
      }
      case 'exit_requested':
        return { ...tip, exits: new Set(tip.exits).add(`${fact.account}:${fact.token}`) };
      case 'exit_cancelled': {
        const exits = new Set(tip.exits);
        return exits.delete(`${fact.account}:${fact.token}`) ? { ...tip, exits } : undefined;
      }
      case 'trade_settled': {
        if (tip.settled.has(fact.tradeId)) return undefined;
        const moved = this.moved(tip, settlementMoves(fact));
        return moved && { ...moved, settled: new Set(tip.settled).add(fact.tradeId) };
      }
      case 'nonce_voided':
        return tip.usedNonces.has(fact.nonce)
          ? undefined
          : { ...tip, usedNonces: new Set(tip.usedNonces).add(fact.nonce) };
      case 'min_nonce_requested':
      case 'min_nonce_raised':
      case 'order_cancelled':
      case 'delegate_added':
      case 'delegate_removed':
        return tip;
    }
  }

  /** The state with amounts moved; undefined when a balance would be negative. */
  private moved(state: ChainState, moves: readonly Move[]): ChainState | undefined {
    const balances = new Map(state.balances);
    for (const [owner, token, change] of moves) {
      const key = `${owner}:${token}`;
      const after = (balances.get(key) ?? 0n) + change;
      if (after < 0n) return undefined;
      balances.set(key, after);
    }
    return { ...state, balances };
  }
}

type Move = readonly [owner: string, token: Address, change: bigint];

function settlementMoves(fact: Extract<AccountChainFact, { kind: 'trade_settled' }>): Move[] {
  const { maker, taker, makerToken, takerToken, makerAmount, takerAmount, makerFee, takerFee, makerRebate } =
    fact;
  const inSold = fact.rebateInBoughtToken ? amount(0n) : makerRebate;
  const inBought = fact.rebateInBoughtToken ? makerRebate : amount(0n);
  return [
    [maker, makerToken, inSold - makerAmount],
    [taker, takerToken, -takerAmount],
    [taker, makerToken, makerAmount - takerFee],
    [maker, takerToken, takerAmount - makerFee + inBought],
    [COLLECTOR, makerToken, takerFee],
    [COLLECTOR, takerToken, makerFee],
    [BUDGET, makerToken, -inSold],
    [BUDGET, takerToken, -inBought],
  ];
}

/** The contract says that it settled the trade of two legs. */
export const settledFact = (maker: SettleLeg, taker: SettleLeg): AccountChainFact => ({
  kind: 'trade_settled',
  tradeId: maker.tradeId,
  maker: maker.account,
  taker: taker.account,
  makerOrder: maker.orderHash,
  takerOrder: taker.orderHash,
  makerAmount: maker.sold,
  takerAmount: taker.sold,
  makerFee: maker.fee,
  takerFee: taker.fee,
  makerRebate: maker.rebate,
  makerToken: maker.order.terms.sellToken,
  takerToken: taker.order.terms.sellToken,
  rebateInBoughtToken: maker.rebateToken === 'buy',
});
