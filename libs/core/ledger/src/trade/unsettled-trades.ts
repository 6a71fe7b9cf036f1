import type { Address, EntryId, MarketId } from '@exchange/core/kernel';
import { hasCause, type Entry } from '../account/entry';

/** One side of a trade that isn't final yet. */
interface UnsettledTrade {
  readonly id: EntryId;
  readonly account: Address;
  readonly market: MarketId;
  /** When it was made, in Unix ms. */
  readonly madeAt: number;
  /** Unix seconds of the newest block that was known when it was posted, or of the trade if that was later. */
  readonly knownBlockTime: number;
}

/**
 * The trades that aren't final, and which of them are late: older than so long by the time of the blocks since, or by
 * the time of the turns. So neither a chain whose clock runs ahead nor a node that is silent hides a late one
 * (docs: ledger, late settlement). What is late stays late until it is final or reversed.
 */
export class UnsettledTrades {
  /** In the order in which they were made, but for those that were added since the last look. */
  private waiting = new Map<EntryId, UnsettledTrade>();
  private readonly added = new Map<EntryId, UnsettledTrade>();
  private readonly late = new Map<EntryId, UnsettledTrade>();
  private readonly lateOfAccount = new Map<Address, number>();
  private readonly lateOfMarket = new Map<MarketId, number>();
  private readonly changed = new Set<Address>();
  private newestBlockTime = 0;
  private newestFinalBlock = 0;
  private limitSeconds = Infinity;

  /** Unix seconds of the newest block that was seen; blocks that took others' places don't turn it back. */
  get blockTime(): number {
    return this.newestBlockTime;
  }

  /** A block was seen; `time` in Unix seconds. */
  passBlock(time: number): void {
    this.newestBlockTime = Math.max(this.newestBlockTime, time);
  }

  /** Number of the newest final block: what an account has is what the chain has from it on. */
  get finalBlock(): number {
    return this.newestFinalBlock;
  }

  /** A block is final. */
  passFinal(number: number): void {
    this.newestFinalBlock = Math.max(this.newestFinalBlock, number);
  }

  /** Takes an entry of a trade as it is now: open, it isn't final; closed, it is, or it is reversed. */
  note(entry: Entry): void {
    if (!hasCause(entry, 'trade') || entry.market === null) return;
    const { id, account, market, cause, createdAt } = entry;
    if (!entry.open) return this.end(id);
    if (this.waiting.has(id) || this.late.has(id)) return;
    const madeAt = cause.madeAt ?? createdAt;
    const knownBlockTime = cause.knownBlockTime ?? Math.floor(madeAt / 1000);
    this.added.set(id, { id, account, market, madeAt, knownBlockTime });
  }

  /** What became late by now (Unix ms) when a trade may be `limitSeconds` old. */
  advance(now: number, limitSeconds: number): void {
    if (limitSeconds !== this.limitSeconds) this.judgeAgain(limitSeconds);
    const added = [...this.added.values()].sort((a, b) => a.madeAt - b.madeAt);
    this.added.clear();
    for (const trade of added) {
      if (this.isOld(trade, now)) this.count(trade, 1);
      else this.waiting.set(trade.id, trade);
    }
    for (const trade of this.waiting.values()) {
      if (!this.isOld(trade, now)) return;
      this.waiting.delete(trade.id);
      this.count(trade, 1);
    }
  }

  isLateAccount(account: Address): boolean {
    return this.lateOfAccount.has(account);
  }

  isLateMarket(market: MarketId): boolean {
    return this.lateOfMarket.has(market);
  }

  /** Accounts with trades that aren't final. */
  accounts(): ReadonlySet<Address> {
    const all = [this.waiting, this.added, this.late].flatMap((trades) => [...trades.values()]);
    return new Set(all.map(({ account }) => account));
  }

  /** Accounts that became late, or are no more, since {@link forgetChanged}; at most so many. */
  changedAccounts(limit: number): Address[] {
    return [...this.changed].slice(0, limit);
  }

  /** They were told. */
  forgetChanged(accounts: readonly Address[]): void {
    for (const account of accounts) this.changed.delete(account);
  }

  /** Accounts that are to be told though nothing of theirs changed. */
  markChanged(accounts: Iterable<Address>): void {
    for (const account of accounts) this.changed.add(account);
  }

  private end(id: EntryId): void {
    this.waiting.delete(id);
    this.added.delete(id);
    const late = this.late.get(id);
    if (late !== undefined) this.count(late, -1);
  }

  private isOld({ madeAt, knownBlockTime }: UnsettledTrade, now: number): boolean {
    const byChain = this.newestBlockTime - knownBlockTime;
    const byTurns = (now - madeAt) / 1000;
    return Math.max(byChain, byTurns) > this.limitSeconds;
  }

  private judgeAgain(limitSeconds: number): void {
    this.limitSeconds = limitSeconds;
    for (const trade of [...this.waiting.values(), ...this.late.values()]) this.added.set(trade.id, trade);
    this.waiting.clear();
    for (const trade of [...this.late.values()]) this.count(trade, -1);
  }

  private count(trade: UnsettledTrade, change: 1 | -1): void {
    const { id, account, market } = trade;
    if (change === 1) this.late.set(id, trade);
    else this.late.delete(id);
    const wasLate = this.lateOfAccount.has(account);
    addTo(this.lateOfAccount, account, change);
    addTo(this.lateOfMarket, market, change);
    if (wasLate !== this.lateOfAccount.has(account)) this.changed.add(account);
  }
}

function addTo<K>(counts: Map<K, number>, key: K, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}

const LONGEST_SECONDS = 3 * 3600;
/** An exit waits eight times as long as a trade may. */
const PARTS_OF_WAITING = 8;

/** How old a trade may be until it is final, in seconds: min(waiting period / 8, 3 h); `waitingPeriod` in seconds. */
export const settlementLimit = (waitingPeriod = Infinity): number =>
  Math.min(waitingPeriod / PARTS_OF_WAITING, LONGEST_SECONDS);
