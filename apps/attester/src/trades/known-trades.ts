import { type Address, assert, type MarketId, publicTradeId, tradeId } from '@exchange/core/kernel';
import type { MarketEventOf, SettleLeg } from '@exchange/core/message';
import { type KnownTrade, reportedTrade } from '@exchange/core/settlement';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** What engine and ledger said of the trades that are not settled, and of those that were reversed. */
export class KnownTrades {
  readonly #byId = new Map<number, Mutable<KnownTrade>>();
  readonly #byAccount = new Map<Address, Set<number>>();
  readonly #touched = new Set<number>();
  #newLegs: SettleLeg[] = [];
  readonly #gone = new Set<number>();
  /** Trades whose replacement is spent, too: nothing is decided by it, so a restart may find it anew. */
  readonly #spentReplacements = new Set<number>();

  /** Takes up what the database holds. */
  restore(trades: readonly KnownTrade[]): void {
    this.#byId.clear();
    this.#byAccount.clear();
    this.#spentReplacements.clear();
    for (const trade of trades) {
      this.#byId.set(trade.id, { ...trade });
      for (const leg of [trade.maker, trade.taker]) if (leg) this.#note(leg);
    }
  }

  get(id: number): KnownTrade | undefined {
    return this.#byId.get(id);
  }

  /** By an id in words of the contract, which may be that of its replacement, or no trade's at all. */
  ofChain(onChain: bigint): KnownTrade | undefined {
    if (onChain > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
    return this.#byId.get(publicTradeId(tradeId(Number(onChain))));
  }

  get size(): number {
    return this.#byId.size;
  }

  all(): IterableIterator<KnownTrade> {
    return this.#byId.values();
  }

  /** The legs of the account's trades that are neither settled nor reversed. */
  unsettledLegs(account: Address): readonly SettleLeg[] {
    return [...(this.#byAccount.get(account) ?? [])].flatMap((id) => {
      const trade = this.#byId.get(id);
      if (!trade || trade.isReversed) return [];
      return [trade.maker, trade.taker].flatMap((leg) => (leg?.account === account ? [leg] : []));
    });
  }

  /** The engine's report of a trade. */
  reported(market: MarketId, event: MarketEventOf<'trade'>): void {
    this.#change(event.tradeId).report = reportedTrade(market, event);
  }

  /** The ledger's leg of a trade; a second one of the same side is a defect of its writer. */
  addLeg(leg: SettleLeg): void {
    const trade = this.#change(leg.tradeId);
    assert(trade[leg.role] === undefined, `trade ${leg.tradeId} has two ${leg.role} legs`);
    trade[leg.role] = leg;
    this.#newLegs.push(leg);
    this.#note(leg);
  }

  /** Its reversal was announced. */
  reversed(id: number): void {
    this.#change(id).isReversed = true;
  }

  /** Whether it is known that the contract spent this id of the trade, its own or its replacement's, on something else. */
  isSpent({ id, isSpent }: KnownTrade, onChain: bigint): boolean {
    return onChain === BigInt(id) ? isSpent : this.#spentReplacements.has(id);
  }

  /** The contract spent this id on something else, finally. A trade gets no second replacement. */
  spent({ id }: KnownTrade, onChain: bigint): void {
    if (onChain === BigInt(id)) this.#change(id).isSpent = true;
    else this.#spentReplacements.add(id);
  }

  /** The contract settled it, finally: nobody asks about it any more. */
  settled(id: number): void {
    const trade = this.#byId.get(id);
    if (!trade) return;
    this.#byId.delete(id);
    this.#touched.delete(id);
    this.#spentReplacements.delete(id);
    this.#gone.add(id);
    for (const leg of [trade.maker, trade.taker]) {
      if (leg === undefined) continue;
      const { account } = leg;
      const ids = this.#byAccount.get(account);
      ids?.delete(id);
      if (ids?.size === 0) this.#byAccount.delete(account);
    }
  }

  /** What changed since the last call. */
  takeChanges(): {
    readonly touched: readonly KnownTrade[];
    readonly legs: readonly SettleLeg[];
    readonly gone: readonly number[];
  } {
    const touched = [...this.#touched].flatMap((id) => this.#byId.get(id) ?? []);
    const changes = {
      touched,
      legs: this.#newLegs.filter(({ tradeId: id }) => this.#byId.has(id)),
      gone: [...this.#gone],
    };
    this.#touched.clear();
    this.#newLegs = [];
    this.#gone.clear();
    return changes;
  }

  #change(id: number): Mutable<KnownTrade> {
    const trade = this.#byId.get(id) ?? unknownTrade(id);
    this.#byId.set(id, trade);
    this.#touched.add(id);
    return trade;
  }

  #note(leg: SettleLeg): void {
    const { account } = leg;
    const ids = this.#byAccount.get(account) ?? new Set();
    ids.add(leg.tradeId);
    this.#byAccount.set(account, ids);
  }
}

const unknownTrade = (id: number): Mutable<KnownTrade> => ({
  id: tradeId(id),
  report: undefined,
  maker: undefined,
  taker: undefined,
  isReversed: false,
  isSpent: false,
});
