import { type Address, present } from '@exchange/core/kernel';
import { accountsOf, isUnsent, type SettlingTrade } from './settling-trade';
import type { Trades } from './trades';

/** After so many tries in vain a trade no longer keeps its accounts' later trades waiting. */
const FAILURES_THAT_HOLD = 3;
/** A trade whose second leg stays away longer than this (its partition may be down) holds nobody up. */
const LEG_PATIENCE_MS = 60_000;

export interface SelectOptions {
  readonly limit: number;
  /** Unix ms. */
  readonly now: number;
  /** Whether the contract can settle it at all, e.g. knows its tokens. */
  readonly eligible: (trade: SettlingTrade) => boolean;
}

/**
 * The trades to send next: complete, due, and each after the earlier ones of both its accounts (by accountSeq),
 * which are sent already or come before it in the result. Markets run side by side, so two accounts can have two
 * trades in opposite orders; such a circle is broken at the trade that was complete first, and the contract's own
 * checks decide.
 */
export function selectTrades(trades: Trades, options: SelectOptions): readonly number[] {
  const waits = waitingQueues(trades);
  const held = heldTrades(trades, waits, options);
  const free = [...trades.all()].filter((trade) => isDue(trade, options) && !held.has(trade.id));
  free.sort((a, b) => a.joined - b.joined);
  return inOrder(free, waits, options.limit);
}

type Queues = ReadonlyMap<Address, readonly SettlingTrade[]>;

/** For each account its unsent trades in order. */
function waitingQueues(trades: Trades): Queues {
  const queues = new Map<Address, SettlingTrade[]>();
  for (const account of trades.accounts()) {
    const unsent = trades.queueOf(account).map((id) => present(trades.get(id), `trade ${id}`));
    queues.set(account, unsent.filter(isUnsent));
  }
  return queues;
}

function isDue(trade: SettlingTrade, { now, eligible }: SelectOptions): boolean {
  return trade.stage === 'open' && trade.retryAt <= now && eligible(trade);
}

function holdsOthers(trade: SettlingTrade, options: SelectOptions): boolean {
  if (trade.stage === 'waiting') return options.now - trade.since < LEG_PATIENCE_MS;
  return !isDue(trade, options) && trade.failures < FAILURES_THAT_HOLD;
}

/** The trades that come after one that can't be sent yet, in either account, and so on from these. */
function heldTrades(trades: Trades, waits: Queues, options: SelectOptions): ReadonlySet<number> {
  const held = new Set<number>();
  const reached = new Map<Address, number>();
  const pending = [...trades.all()].filter((trade) => isUnsent(trade) && holdsOthers(trade, options));
  const places = pending.length > 0 ? placesIn(waits) : new Map<Address, ReadonlyMap<number, number>>();
  for (let trade = pending.pop(); trade; trade = pending.pop()) {
    for (const account of accountsOf(trade)) {
      const queue = waits.get(account) ?? [];
      const from = present(places.get(account)?.get(trade.id), `place of trade ${trade.id}`) + 1;
      const to = reached.get(account) ?? queue.length;
      for (const later of queue.slice(from, to)) {
        if (held.has(later.id)) continue;
        held.add(later.id);
        pending.push(later);
      }
      reached.set(account, Math.min(from, to));
    }
  }
  return held;
}

function placesIn(waits: Queues): ReadonlyMap<Address, ReadonlyMap<number, number>> {
  return new Map(
    [...waits].map(([account, queue]) => [account, new Map(queue.map((trade, place) => [trade.id, place]))]),
  );
}

/** A prefix of an order in which every trade follows the earlier free trades of its accounts. */
function inOrder(free: readonly SettlingTrade[], waits: Queues, limit: number): readonly number[] {
  const isFree = new Set(free);
  const before = predecessors(waits, isFree);
  const entered = new Set<SettlingTrade>();
  const order: number[] = [];
  for (const first of free) {
    const path = [first];
    while (path.length > 0 && order.length < limit) {
      const trade = present(path.at(-1), 'trade');
      entered.add(trade);
      const earlier = before.get(trade)?.find((other) => !entered.has(other));
      if (earlier) {
        path.push(earlier);
        continue;
      }
      path.pop();
      if (!order.includes(trade.id)) order.push(trade.id);
    }
  }
  return order;
}

/** For each free trade the free trade just before it in each of its accounts. */
function predecessors(waits: Queues, isFree: ReadonlySet<SettlingTrade>) {
  const before = new Map<SettlingTrade, SettlingTrade[]>();
  for (const queue of waits.values()) {
    const line = queue.filter((trade) => isFree.has(trade));
    for (const [index, trade] of line.entries()) {
      const earlier = line[index - 1];
      if (earlier && earlier !== trade) before.set(trade, [...(before.get(trade) ?? []), earlier]);
    }
  }
  return before;
}

/**
 * Of trades in order, those that remain when some are left out with everything later of the same accounts; one that
 * has failed too often no longer takes others with it.
 */
export function withoutDependants(
  trades: Trades,
  selected: readonly number[],
  leftOut: ReadonlySet<number>,
): readonly number[] {
  const touched = new Set<Address>();
  return selected.filter((id) => {
    const trade = present(trades.get(id), `trade ${id}`);
    const accounts = accountsOf(trade);
    const isDependant = accounts.some((account) => touched.has(account));
    const holds = isDependant || (leftOut.has(id) && trade.failures < FAILURES_THAT_HOLD);
    if (holds) for (const account of accounts) touched.add(account);
    return !isDependant && !leftOut.has(id);
  });
}
