import { type Address, assert, present } from '@exchange/core/kernel';
import type { SettleLeg } from '@exchange/core/message';
import type { SettlingBatch } from '../batches/batch';
import { accountsOf, type JoinedTrade, joinedTrade, type SettlingTrade } from './settling-trade';

interface QueuedLeg {
  readonly tradeId: number;
  readonly accountSeq: number;
}

const RETRY_FIRST_MS = 1_000;
const RETRY_LONGEST_MS = 60_000;
/** What the attester has only not read yet. */
const LAG_RETRY_FIRST_MS = 250;
const LAG_RETRY_LONGEST_MS = 10_000;

const failureDelay = (failures: number): number =>
  Math.min(RETRY_LONGEST_MS, RETRY_FIRST_MS * 2 ** Math.min(failures - 1, 10));

/** Every trade that has not ended, and for each account the order in which its trades were posted. */
export class Trades {
  readonly #byId = new Map<number, SettlingTrade>();
  readonly #queues = new Map<Address, QueuedLeg[]>();
  readonly #touched = new Set<number>();
  #newLegs: SettleLeg[] = [];
  readonly #finished = new Map<number, SettlingTrade>();
  #lastJoined = 0;

  /** Takes up what the database holds. */
  restore(trades: readonly SettlingTrade[], lastJoined: number): void {
    this.#byId.clear();
    this.#queues.clear();
    this.#lastJoined = lastJoined;
    for (const trade of trades) {
      this.#byId.set(trade.id, trade);
      for (const leg of [trade.maker, trade.taker]) if (leg) this.#enqueue(leg);
    }
  }

  get(id: number): SettlingTrade | undefined {
    return this.#byId.get(id);
  }

  all(): IterableIterator<SettlingTrade> {
    return this.#byId.values();
  }

  /** Trades of a batch that went into no later one; ended ones are left out. */
  ofBatch({ id, tradeIds }: Pick<SettlingBatch, 'id' | 'tradeIds'>): readonly SettlingTrade[] {
    return tradeIds
      .flatMap((tradeId) => this.#byId.get(tradeId) ?? [])
      .filter((trade) => trade.batchId === id);
  }

  joined(id: number): JoinedTrade {
    return present(joinedTrade(present(this.#byId.get(id), `trade ${id}`)), `both legs of trade ${id}`);
  }

  /** Ids of the account's trades in the order in which they were posted; ended ones are left out. */
  queueOf(account: Address): readonly number[] {
    return (this.#queues.get(account) ?? []).map(({ tradeId }) => tradeId);
  }

  accounts(): IterableIterator<Address> {
    return this.#queues.keys();
  }

  /** Joins a leg to its trade. A second leg of the same side is a defect of its writer. `at`: Unix ms. */
  addLeg(leg: SettleLeg, at: number): SettlingTrade {
    const trade = this.#byId.get(leg.tradeId) ?? newTrade(leg.tradeId, at);
    assert(trade[leg.role] === undefined, `trade ${leg.tradeId} has two ${leg.role} legs`);
    trade[leg.role] = leg;
    this.#newLegs.push(leg);
    this.#byId.set(trade.id, trade);
    this.#enqueue(leg);
    // A settlement can be seen before the legs after a restore from a backup: it stands.
    if (trade.maker && trade.taker && trade.stage === 'waiting') {
      trade.stage = 'open';
      trade.joined = ++this.#lastJoined;
    }
    this.#touched.add(trade.id);
    return trade;
  }

  sent(id: number, batchId: number): void {
    const trade = this.#change(id);
    assert(trade.stage === 'open', `trade ${id} is ${trade.stage}, not open`);
    trade.stage = 'sent';
    trade.batchId = batchId;
  }

  /** It failed, before or after it was sent, and waits longer each time before it is tried again. */
  failed(id: number, code: number, at: number): void {
    const trade = this.#change(id);
    trade.stage = 'open';
    trade.failures += 1;
    trade.lastCode = code;
    trade.retryAt = at + failureDelay(trade.failures);
  }

  /** It is not attested, and asked about again: soon, and later the older it is; by a fault as one that failed. */
  unattested(id: number, at: number, isFault: boolean): void {
    const trade = this.#change(id);
    if (isFault) trade.failures += 1;
    const patience = isFault ? failureDelay(trade.failures) : (at - trade.since) / 4;
    const longest = isFault ? RETRY_LONGEST_MS : LAG_RETRY_LONGEST_MS;
    trade.retryAt = Math.round(at + Math.min(longest, Math.max(LAG_RETRY_FIRST_MS, patience)));
  }

  /** The batch that carried it can't be mined any more. */
  reopened(id: number): void {
    this.#change(id).stage = 'open';
  }

  mined(id: number, blockHash: string): void {
    const trade = this.#change(id);
    trade.stage = 'mined';
    trade.minedIn = blockHash;
  }

  /** Its block was undone; `sent` when the batch that carries it may be mined again. */
  unmined(id: number, stage: 'sent' | 'open'): void {
    const trade = this.#change(id);
    trade.stage = stage;
    trade.minedIn = undefined;
  }

  final(id: number): void {
    this.#end(id, 'final');
  }

  /** It can't settle any more, for this reason of the contract's. */
  quarantined(id: number, code: number): void {
    const trade = this.#change(id);
    assert(trade.stage === 'open', `trade ${id} is ${trade.stage}, not open`);
    trade.stage = 'quarantined';
    trade.lastCode = code;
  }

  /** Both sides are told that it is undone: it is never sent again. */
  reversed(id: number): void {
    const { stage } = this.#change(id);
    assert(stage === 'open' || stage === 'quarantined', `trade ${id} is ${stage} and can't be reversed`);
    this.#end(id, 'reversed');
  }

  /** The contract spent its id, finally; it gets its one replacement. */
  replaced(id: number): void {
    this.#change(id).replaced = true;
  }

  /** The trades that changed since the last call, ended ones included. */
  takeTouched(): readonly SettlingTrade[] {
    const touched = [...this.#touched].map((id) =>
      present(this.#byId.get(id) ?? this.#finished.get(id), `trade ${id}`),
    );
    this.#touched.clear();
    this.#finished.clear();
    return touched;
  }

  /** The legs that came since the last call. */
  takeLegs(): readonly SettleLeg[] {
    const legs = this.#newLegs;
    this.#newLegs = [];
    return legs;
  }

  #end(id: number, stage: 'final' | 'reversed'): void {
    const trade = this.#change(id);
    trade.stage = stage;
    this.#byId.delete(id);
    this.#finished.set(id, trade);
    for (const account of accountsOf(trade)) this.#dequeue(account, id);
  }

  #change(id: number): SettlingTrade {
    this.#touched.add(id);
    return present(this.#byId.get(id), `trade ${id}`);
  }

  #enqueue(leg: SettleLeg): void {
    const account = leg.account as Address;
    const queue = this.#queues.get(account) ?? [];
    queue.push({ tradeId: leg.tradeId, accountSeq: leg.accountSeq });
    if ((queue.at(-2)?.accountSeq ?? 0) > leg.accountSeq) queue.sort((a, b) => a.accountSeq - b.accountSeq);
    this.#queues.set(account, queue);
  }

  #dequeue(account: Address, id: number): void {
    const left = (this.#queues.get(account) ?? []).filter(({ tradeId }) => tradeId !== id);
    if (left.length > 0) this.#queues.set(account, left);
    else this.#queues.delete(account);
  }
}

function newTrade(id: number, at: number): SettlingTrade {
  return {
    id,
    stage: 'waiting',
    maker: undefined,
    taker: undefined,
    since: at,
    joined: 0,
    batchId: undefined,
    minedIn: undefined,
    failures: 0,
    retryAt: 0,
    lastCode: undefined,
    replaced: false,
  };
}
