import { type Address, present, type TradeId } from '@exchange/core/kernel';

/** What the contract would take from one side of a trade and give to it, in smallest units, fees and rebate included. */
export interface UnminedSide {
  readonly account: Address;
  /** Running number of the account's trades: the order in which they must settle. */
  readonly accountSeq: number;
  readonly soldToken: Address;
  readonly given: bigint;
  readonly boughtToken: Address;
  readonly got: bigint;
}

/**
 * A trade that is not final. `doomed`: can't settle any more; `open`: still to be sent; `early`: can't be reversed yet,
 * since its second side isn't known, a transaction that carried it may still be mined, or the balances are older than it;
 * `sent`: on its way or mined, so that the chain alone decides about it.
 */
export interface UnminedTrade {
  readonly id: TradeId;
  readonly fate: 'doomed' | 'open' | 'early' | 'sent';
  readonly sides: readonly UnminedSide[];
}

export interface ReversalPlan {
  /** What must be reversed: each trade before those that it depends on. */
  readonly reversed: readonly TradeId[];
  /** Trades that nobody can judge yet, though others depend on them: then nothing may be reversed. */
  readonly undecided: readonly TradeId[];
}

/** The contract's balance of an account as of one final block; undefined when it is known to cover all its trades. */
export type BalanceOf = (account: Address, token: Address) => bigint | undefined;

/**
 * Replays trades against the chain's balances: first those that are sent, which can't be called back, then the others
 * in each account's order. Exactly those that can't settle, or whose accounts can't cover them without what reversed
 * ones would have brought, are reversed (docs: ledger, when settlement fails).
 */
export function planReversal(trades: readonly UnminedTrade[], balanceOf: BalanceOf): ReversalPlan {
  const replay = new Replay(balanceOf);
  const sent = trades.filter(({ fate }) => fate === 'sent');
  for (const trade of sent) replay.settle(trade);
  const undecided = sent.filter((trade) => replay.isOverdrawn(trade)).map(({ id }) => id);
  const reversed: TradeId[] = [];
  for (const trade of inAccountOrder(trades.filter(({ fate }) => fate !== 'sent'))) {
    if (trade.fate !== 'doomed' && replay.covers(trade)) replay.settle(trade);
    else if (trade.fate === 'early') undecided.push(trade.id);
    else reversed.push(trade.id);
  }
  return { reversed: reversed.reverse(), undecided };
}

/** Balances as trades would leave them. */
class Replay {
  private readonly balances = new Map<string, bigint | undefined>();

  constructor(private readonly balanceOf: BalanceOf) {}

  covers({ sides }: UnminedTrade): boolean {
    return sides.every(({ account, soldToken, given }) => {
      const balance = this.balance(account, soldToken);
      return balance === undefined || balance >= given;
    });
  }

  isOverdrawn({ sides }: UnminedTrade): boolean {
    return sides.some(({ account, soldToken }) => (this.balance(account, soldToken) ?? 0n) < 0n);
  }

  settle({ sides }: UnminedTrade): void {
    for (const { account, soldToken, given, boughtToken, got } of sides) {
      this.add(account, soldToken, -given);
      this.add(account, boughtToken, got);
    }
  }

  private balance(account: Address, token: Address): bigint | undefined {
    const key = `${account}:${token}`;
    if (!this.balances.has(key)) this.balances.set(key, this.balanceOf(account, token));
    return this.balances.get(key);
  }

  private add(account: Address, token: Address, change: bigint): void {
    const balance = this.balance(account, token);
    if (balance !== undefined) this.balances.set(`${account}:${token}`, balance + change);
  }
}

/**
 * Trades so that each follows the earlier ones of all its accounts. Two accounts whose trades stand in opposite orders
 * make a circle; it is broken at its lowest id.
 */
function inAccountOrder(trades: readonly UnminedTrade[]): readonly UnminedTrade[] {
  const queues = queuesOf(trades);
  const isFirst = (trade: UnminedTrade) =>
    trade.sides.every(({ account }) => queues.get(account)?.[0] === trade);
  const left = new Set([...trades].sort((a, b) => a.id - b.id));
  const ready = [...left].filter(isFirst);
  const order: UnminedTrade[] = [];
  while (left.size > 0) {
    const next = ready.pop() ?? present([...left][0], 'trade of a circle');
    if (!left.delete(next)) continue;
    order.push(next);
    for (const { account } of next.sides) {
      const queue = present(queues.get(account), `trades of ${account}`);
      queue.splice(queue.indexOf(next), 1);
      const [first] = queue;
      if (first !== undefined && isFirst(first)) ready.push(first);
    }
  }
  return order;
}

function queuesOf(trades: readonly UnminedTrade[]): ReadonlyMap<Address, UnminedTrade[]> {
  const legs = trades.flatMap((trade) =>
    trade.sides.map(({ account, accountSeq }) => ({ account, accountSeq, trade })),
  );
  const queues = new Map<Address, UnminedTrade[]>();
  for (const { account, trade } of legs.sort((a, b) => a.accountSeq - b.accountSeq)) {
    const queue = queues.get(account);
    if (queue === undefined) queues.set(account, [trade]);
    else queue.push(trade);
  }
  return queues;
}
