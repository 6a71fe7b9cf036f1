import type { ContractEvent } from '@exchange/contract/chain';
import {
  type Address,
  amount,
  assert,
  type Hash,
  hash,
  type MarketId,
  type OrderId,
  partition,
  partitionOf,
  PARTITIONS,
  present,
  type Side,
  tradeId,
  unreachable,
} from '@exchange/core/kernel';
import {
  type Account,
  accountsOf,
  applyChainFact,
  applyDone,
  applyEdited,
  applyEditRefused,
  applyRested,
  applyTrade,
  applyTriggered,
  applyWaiting,
  type AccountChainFact,
  chooseRebate,
  DEFAULT_POLICY,
  type Fact,
  FreeBudget,
  Ledger,
  type LedgerPolicy,
  movePool,
  type TradingRules,
} from '@exchange/core/ledger';
import {
  applyCommand,
  continueWork,
  createMarket,
  hasPendingWork,
  type MarketCommand,
  type Market,
} from '@exchange/core/matching';
import type { MarketEvent, MarketEventOf } from '@exchange/core/message';
import { batchTrade, type BatchTrade } from '@exchange/core/settlement';

export type FloorListing = TradingRules;
/** What the contract holds for nobody that trades. */
export type FloorPool = 'collector' | 'budget';

const isPool = (owner: Address | FloorPool): owner is FloorPool =>
  owner === 'collector' || owner === 'budget';

/** A trade as the settlement takes it, and where it was made. */
export interface MatchedTrade {
  readonly market: MarketId;
  readonly takerSide: Side;
  readonly batch: BatchTrade;
}

/** All partitions of the ledger and all books, as services would connect them, without services. */
export class TradingFloor {
  readonly ledgers: readonly Ledger[];
  /** Unix ms. */
  at = 1_700_000_000_000;
  /** Trades that nobody has taken yet, in the order in which they were made. */
  readonly matched: MatchedTrade[] = [];
  /** What happened at least once, and how often. */
  readonly happened = new Map<string, number>();
  private readonly books = new Map<MarketId, Market>();
  /** Orders that waited for an edit and got one. */
  private readonly cameBack = new Set<OrderId>();
  private places = 0;

  constructor(
    accounts: readonly Address[],
    private readonly listings: readonly FloorListing[],
    collector: Address,
    private readonly tokens: readonly Address[],
    policy: Partial<LedgerPolicy>,
  ) {
    const budget = new FreeBudget();
    this.ledgers = Array.from({ length: PARTITIONS }, (_, owner) => {
      const ledger = new Ledger(partition(owner), undefined, { ...DEFAULT_POLICY, ...policy }, { budget });
      ledger.contract.restore([{ name: 'feeCollector', value: collector }], []);
      for (const listing of listings) ledger.markets.set(listing.id, listing);
      return ledger;
    });
    for (const account of accounts) this.ledgerOf(account).load(account);
    for (const [index, listing] of listings.entries()) this.open(listing, index);
  }

  ledgerOf(account: Address): Ledger {
    return present(this.ledgers[partitionOf(account)], 'ledger');
  }

  account(account: Address): Account {
    return this.ledgerOf(account).account(account);
  }

  count(what: string): void {
    this.happened.set(what, (this.happened.get(what) ?? 0) + 1);
  }

  /** Lets the books do what the ledger asks for. */
  take(facts: readonly Fact[]): void {
    for (const fact of facts) {
      if (fact.kind === 'alarm') throw new Error(`the ledger raised ${fact.code}: ${fact.detail}`);
      if (fact.kind === 'marketInput') this.command(fact.market, fact.input);
    }
  }

  /** Gives every book the same command. */
  tellAll(command: DistributiveOmit<MarketCommand, 'at'>): void {
    for (const { id } of this.listings) this.command(id, command);
  }

  /** What the contract said, as of a final block. */
  hear(events: readonly ContractEvent[]): void {
    for (const event of events) {
      const fact = this.factOf(event);
      if (fact === undefined) continue;
      this.places += 1;
      const place = {
        transaction: placeHash(this.places),
        logIndex: 0,
        block: this.places,
        blockHash: placeHash(0),
      };
      for (const account of accountsOf(fact))
        this.take(applyChainFact(this.ledgerOf(account), account, { phase: 'final', place, fact }, this.at));
    }
  }

  /** The collector set so much aside for rebates. */
  fundRebates(token: Address, units: bigint): void {
    const first = present(this.ledgers[0], 'ledger');
    movePool(first, 'budget', token, units);
    movePool(first, 'collector', token, -units);
  }

  /** What the ledger says that everybody owns in the contract, the pools of the collector and for rebates included. */
  settled(owner: Address | FloorPool, token: Address): bigint {
    return isPool(owner)
      ? this.ledgers.reduce((sum, ledger) => sum + ledger.pool(owner, token, 'settled'), 0n)
      : this.account(owner).balance(token).settled;
  }

  private open({ id, traded, quote, minOrderAmountQuote }: FloorListing, index: number): void {
    const rules = {
      ...{ market: id, index, tradedDecimals: traded.decimals, quoteDecimals: quote.decimals },
      ...{ minOrderRemaining: amount(0n), minOrderRemainingQuote: amount(0n) },
      ...{ minOrderAmount: traded.minOrderAmount, minOrderAmountQuote },
    };
    this.books.set(id, createMarket(rules));
    this.command(id, { kind: 'status', status: 'open' });
  }

  private command(market: MarketId, command: DistributiveOmit<MarketCommand, 'at'>): void {
    const book = present(this.books.get(market), `book of ${market}`);
    this.report(market, applyCommand(book, { at: this.at, ...command }));
    while (hasPendingWork(book)) this.report(market, continueWork(book));
    assert(book.defect === undefined, `${market} stopped: ${book.defect ?? ''}`);
  }

  private report(market: MarketId, events: readonly MarketEvent[]): void {
    for (const event of events) this.apply(market, event);
  }

  private apply(market: MarketId, event: MarketEvent): void {
    this.count(nameOf(event));
    switch (event.kind) {
      case 'trade':
        return this.trade(market, event);
      case 'rested':
        return this.take(applyRested(this.ledgerOf(event.account), event, this.at));
      case 'waiting':
        return this.take(applyWaiting(this.ledgerOf(event.account), event, this.at));
      case 'triggered':
        return this.take(applyTriggered(this.ledgerOf(event.account), event, this.at));
      case 'edited':
        this.noteComeback(event);
        return this.take(applyEdited(this.ledgerOf(event.account), event, this.at));
      case 'edit_refused':
        return this.take(applyEditRefused(this.ledgerOf(event.account), event, this.at));
      case 'done':
        if (this.offersMore(event)) this.count('dust counted as filled');
        return this.take(applyDone(this.ledgerOf(event.account), event, this.at));
      case 'not_open':
      case 'level':
      case 'status':
        return;
      default:
        return unreachable(event);
    }
  }

  /** It waited for this edit. */
  private noteComeback({ account, orderId, sellBook }: MarketEventOf<'edited'>): void {
    const order = this.account(account).orders.get(orderId);
    if (order?.sellBook !== 0n || sellBook === 0n) return;
    this.count('came back');
    this.cameBack.add(orderId);
  }

  /** It is filled although something is left of it: too little to trade. */
  private offersMore({ account, orderId, reason }: MarketEventOf<'done'>): boolean {
    const order = this.account(account).orders.get(orderId);
    return reason === 'filled' && order !== undefined && order.sellBook > 0n && order.buyBook > 0n;
  }

  private trade(market: MarketId, event: MarketEventOf<'trade'>): void {
    const trade = { ...event, market };
    if ([trade.maker, trade.taker].some(({ orderId }) => this.cameBack.has(orderId)))
      this.count('trade of an order that came back');
    const rebate = chooseRebate(this.ledgerOf(trade.maker.account), trade);
    const legs = (['maker', 'taker'] as const).map((role) => {
      const facts = applyTrade(this.ledgerOf(trade[role].account), trade, role, this.at, rebate);
      this.take(facts);
      return present(facts.flatMap((fact) => (fact.kind === 'settleLeg' ? [fact.leg] : []))[0], 'leg');
    });
    for (const ledger of this.ledgers) ledger.lastRates.set(market, event.rateKey);
    if ([trade.maker, trade.taker].every(({ sellBook, buyBook }) => sellBook > 0n && buyBook > 0n))
      this.count('less than both offer');
    const batch = batchTrade(present(legs[0], 'maker'), present(legs[1], 'taker'));
    this.matched.push({ market, takerSide: event.takerSide, batch });
  }

  private factOf(event: ContractEvent): AccountChainFact | undefined {
    switch (event.kind) {
      case 'Deposited':
        return { kind: 'deposited', account: event.account, token: event.token, amount: event.amount };
      case 'DelegateAdded': {
        const { account, delegate, validUntil } = event;
        return { kind: 'delegate_added', account, delegate, validUntil };
      }
      case 'TradeSettled': {
        const { makerSellTokenId, takerSellTokenId, ...settled } = event;
        return {
          ...settled,
          kind: 'trade_settled',
          tradeId: tradeId(Number(event.tradeId)),
          makerToken: present(this.tokens[makerSellTokenId], 'token'),
          takerToken: present(this.tokens[takerSellTokenId], 'token'),
        };
      }
      default:
        return undefined;
    }
  }
}

function nameOf(event: MarketEvent): string {
  if (event.kind === 'done') return `done ${event.reason}`;
  return event.kind === 'waiting' ? `waiting for ${event.for}` : event.kind;
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

const placeHash = (number: number): Hash => hash(`0x${number.toString(16).padStart(64, '0')}`);
