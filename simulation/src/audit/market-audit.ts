import { ledgerMarket, marketReport } from '@exchange/contract/bus';
import type { MarketEvent } from '@exchange/core/message';
import type { MemoryStore } from '@exchange/test/kit';
import type { SentOrder } from '../actors/trader';
import { check } from './finding';
import { OwnBook, type OwnOrder } from './own-book';

type TradeEvent = Extract<MarketEvent, { kind: 'trade' }>;

/** Why an order ends whose part in the book is used up. */
const USED_UP: readonly string[] = ['filled', 'dust', 'below_minimum'];
/** So many units of both tokens could be offered in every market, at whatever rate. */
const PLENTY = 1_000_000n;

/** A trade as the auditor computes its consequences. */
export interface AuditedTrade {
  readonly id: number;
  readonly market: string;
  readonly maker: OwnOrder;
  readonly taker: OwnOrder;
  readonly makerSold: bigint;
  readonly takerSold: bigint;
  readonly time: number;
  readonly rateKey: number;
  readonly traded: bigint;
  readonly quote: bigint;
  readonly takerBuys: boolean;
}

/**
 * Follows one market from what was committed: the orders that account-service sent, and the engine's reports. Checks
 * priority, price, quantities and levels with a book of its own.
 */
export class MarketAudit {
  readonly book: OwnBook;
  readonly trades: AuditedTrade[] = [];
  private readonly orders = new Map<number, OwnOrder>();
  /** Open orders outside the book. */
  readonly waiting = new Map<number, OwnOrder>();
  private readonly done = new Set<number>();
  private reports = 0;
  /** Unix ms of the last report. */
  private toldAt = 0;
  private readonly inputs = new Map<string, number>();

  constructor(
    private readonly market: string,
    private readonly ledger: MemoryStore,
    private readonly engine: MemoryStore,
    /** What the owner of an order signed: found by account and nonce, not by asking the exchange. */
    private readonly signedOrder: (
      account: string,
      sellAmount: bigint,
      buyAmount: bigint,
    ) => SentOrder | undefined,
  ) {
    this.book = new OwnBook(market);
  }

  check(): void {
    this.readOrders();
    const subject = marketReport.subject(this.market);
    const kept = this.engine.outbox.get(subject) ?? [];
    for (const { seq, data } of kept.slice(this.reports)) {
      check(seq === this.reports + 1, () => `report ${seq} of ${this.market} follows ${this.reports}`);
      this.reports = seq;
      const { at, steps } = marketReport.decode(data);
      check(
        at >= this.toldAt,
        () => `report ${seq} of ${this.market} is of ${this.toldAt - at} ms before the last`,
      );
      this.toldAt = at;
      for (const { events } of steps) this.takeStep(events);
    }
  }

  private readOrders(): void {
    for (const [subject, kept] of this.ledger.outbox) {
      if (!subject.startsWith(`ledger.v1.market.${this.market}.`)) continue;
      for (const { data } of kept.slice(this.inputs.get(subject) ?? 0)) {
        for (const input of ledgerMarket.decode(data).inputs) {
          if (input.kind !== 'place') continue;
          const { orderId: id, account, side, sellAmount, buyAmount, sellBook, buyBook } = input;
          const { hidden = false } = input;
          const signed = this.signedOrder(account, sellAmount, buyAmount);
          check(signed !== undefined, () => `order ${id} in ${this.market} was signed by nobody`);
          this.orders.set(id, {
            id,
            account,
            side,
            sellAmount,
            buyAmount,
            hidden,
            hasStop: input.stopRateKey !== undefined,
            endsAt: input.expiresAt,
            mayWait: input.execution === undefined || input.execution === 'post_only',
            sold: 0n,
            bought: 0n,
            rateKey: 0,
            sellBook,
            buyBook,
          });
        }
      }
      this.inputs.set(subject, kept.length);
    }
  }

  private takeStep(events: readonly MarketEvent[]): void {
    const told = new Map<string, { amount: bigint; count: number }>();
    for (const event of events) this.take(event, told);
    this.book.checkUncrossed();
    for (const [key, { amount, count }] of told) {
      const [side, rateKey] = key.split(' ') as ['buy' | 'sell', string];
      const own = this.book.level(side, Number(rateKey));
      const same = own.amount === amount && own.count === count;
      check(
        same,
        () => `level ${key} of ${this.market} is ${own.amount}/${own.count}, told ${amount}/${count}`,
      );
    }
  }

  private take(event: MarketEvent, told: Map<string, { amount: bigint; count: number }>): void {
    switch (event.kind) {
      case 'rested': {
        const order = this.order(event.orderId);
        this.takeOut(order);
        order.rateKey = event.rateKey;
        order.sellBook = event.sellBook;
        order.buyBook = event.buyBook;
        const isAsSigned = order.sellBook * order.buyAmount <= order.buyBook * order.sellAmount;
        check(isAsSigned, () => `order ${order.id} rests at a rate worse than it signed`);
        return this.book.rest(order);
      }
      case 'waiting': {
        const order = this.order(event.orderId);
        this.takeOut(order);
        this.waiting.set(order.id, order);
        if (event.for === 'edit') takeIdle(order);
        return;
      }
      case 'triggered': {
        const order = this.order(event.orderId);
        check(order.hasStop, () => `order ${order.id} has no stop and was triggered`);
        order.hasStop = false;
        return;
      }
      case 'edited':
        return this.takeEdit(event);
      case 'trade':
        return this.takeTrade(event);
      case 'done':
        check(!this.done.has(event.orderId), () => `order ${event.orderId} ended twice`);
        this.done.add(event.orderId);
        if (USED_UP.includes(event.reason)) checkUsedUp(this.order(event.orderId));
        return this.takeOut(this.order(event.orderId));
      case 'level':
        told.set(`${event.side} ${event.rateKey}`, { amount: event.amount, count: event.count });
        return;
      case 'edit_refused':
      case 'not_open':
      case 'status':
        return;
    }
  }

  /** An order keeps its place only when it offers no more, at the same rate and as visibly as before. */
  private takeEdit(event: Extract<MarketEvent, { kind: 'edited' }>): void {
    const order = this.order(event.orderId);
    const { sellBook, buyBook } = event;
    const left = order.sellAmount - order.sold;
    check(sellBook <= left, () => `order ${order.id} was edited to offer ${sellBook}, but has ${left} left`);
    const quantity = order.side === 'buy' ? [buyBook, order.buyBook] : [sellBook, order.sellBook];
    const [after = 0n, before = 0n] = quantity;
    const isSame = order.rateKey === event.rateKey && order.hidden === event.hidden;
    if (this.book.resting.has(order.id) && !(isSame && after <= before)) this.takeOut(order);
    Object.assign(order, { sellBook, buyBook, hidden: event.hidden, rateKey: event.rateKey });
    order.endsAt = event.expiresAt;
  }

  private takeOut({ id }: OwnOrder): void {
    this.waiting.delete(id);
    this.book.remove(id);
  }

  private takeTrade(event: TradeEvent): void {
    const [maker, taker] = [this.order(event.maker.orderId), this.order(event.taker.orderId)];
    const { traded, quote } = event;
    const takerBuys = event.takerSide === 'buy';
    const [makerSold, takerSold] = takerBuys ? [traded, quote] : [quote, traded];
    const name = `trade ${event.tradeId}`;
    check(
      event.tradeId % 2 ** 40 === this.trades.length + 1,
      () => `${name} is not the next in ${this.market}`,
    );
    check(maker.account !== taker.account, () => `${name} is with itself`);
    check(traded > 0n && quote > 0n, () => `${name} gives something for nothing`);
    check(maker === this.book.first(maker.side), () => `${name} jumped the queue of ${this.market}`);
    check(maker.rateKey === event.rateKey, () => `${name} is not at the maker's rate`);
    const makerKept = makerSold * maker.buyAmount <= takerSold * maker.sellAmount;
    check(makerKept, () => `${name} is worse for the maker than it signed`);
    const takerKept = takerSold * taker.buyAmount <= makerSold * taker.sellAmount;
    check(takerKept, () => `${name} is worse for the taker than it signed`);
    for (const { id, endsAt } of [maker, taker])
      check(event.time < endsAt * 1000, () => `${name} is of order ${id}, which had ended before`);
    this.fill(maker, makerSold, takerSold, event.maker, name);
    this.fill(taker, takerSold, makerSold, event.taker, name);
    const { tradeId: id, time, rateKey } = event;
    const last = this.trades.at(-1);
    check(last === undefined || last.time <= time, () => `${name} is before the trade before it`);
    this.trades.push({
      id,
      market: this.market,
      maker,
      taker,
      makerSold,
      takerSold,
      time,
      rateKey,
      traded,
      quote,
      takerBuys,
    });
  }

  private fill(
    order: OwnOrder,
    sold: bigint,
    bought: bigint,
    after: TradeEvent['maker'],
    name: string,
  ): void {
    order.sold += sold;
    order.bought += bought;
    check(order.sold <= order.sellAmount, () => `${name} sells more than order ${order.id} signed`);
    check(!this.done.has(order.id), () => `${name} is of the closed order ${order.id}`);
    const { sellBook, buyBook } = after;
    const left = order.sellAmount - order.sold;
    check(sellBook <= left, () => `order ${order.id} offers ${sellBook}, but has ${left} left`);
    order.sellBook = sellBook;
    order.buyBook = buyBook;
  }

  private order(id: number): OwnOrder {
    const order = this.orders.get(id);
    check(order !== undefined, () => `order ${id} in ${this.market} came from nowhere`);
    return order as OwnOrder;
  }
}

/** What is signed and not matched, in the traded token. */
function unmatched({ side, sellAmount, buyAmount, sold, bought }: OwnOrder): bigint {
  if (side === 'sell') return sellAmount - sold;
  return sold < sellAmount && bought < buyAmount ? buyAmount - bought : 0n;
}

/** It offers nothing any more, and has something that it could offer. */
function takeIdle(order: OwnOrder): void {
  check(order.mayWait, () => `order ${order.id} waits for an edit, and had to trade at once`);
  check(unmatched(order) > 0n, () => `order ${order.id} waits for an edit, and has nothing left`);
  order.sellBook = 0n;
  order.buyBook = 0n;
}

/** An order isn't done while plenty is signed that was not in the book. */
function checkUsedUp(order: OwnOrder): void {
  const { id, side, sellBook, buyBook, sellAmount, buyAmount, mayWait } = order;
  const traded = unmatched(order);
  const quote = side === 'buy' ? (traded * sellAmount) / buyAmount : (traded * buyAmount) / sellAmount;
  const isMore = traded > (side === 'buy' ? buyBook : sellBook);
  const isPlenty = traded > PLENTY && quote > PLENTY;
  check(!(mayWait && isMore && isPlenty), () => `order ${id} ended, and could offer ${traded} again`);
}
