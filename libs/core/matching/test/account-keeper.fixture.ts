import type { Fill, MarketEvent, MarketEventOf, MarketInputOf, Peg } from '@exchange/core/message';
import type { MarketCommand } from '../src/market/command';
import { openOrder } from '../src/market/market-state';
import type { Market } from '../src/market/market';
import type { OpenOrder } from '../src/order/open-order';

interface Kept {
  readonly placed: MarketInputOf<'place'>;
  sold: bigint;
  /** What a ledger would hold for it. */
  held: bigint;
  peg: Peg | undefined;
  place: 'new' | 'book' | 'stop' | 'peg_rate' | 'edit' | 'done';
}

const placeOf = ({ book, idle }: Market, { orderId, stopRateKey }: OpenOrder): Kept['place'] => {
  if (book.get(orderId) !== undefined) return 'book';
  if (idle.has(orderId)) return 'edit';
  return stopRateKey === undefined ? 'peg_rate' : 'stop';
};

/** Keeps books of its own from events alone, as a ledger would, and finds whatever the engine should never do. */
export class AccountKeeper {
  private readonly orders = new Map<number, Kept>();
  private readonly levels = new Map<string, { amount: bigint; count: number }>();
  private trades = 0;
  private lastTime = 0;

  admit(command: MarketCommand): string[] {
    if (command.kind !== 'place') return [];
    const again = this.orders.has(command.orderId);
    const { sellBook: held, peg } = command;
    this.orders.set(command.orderId, { placed: command, sold: 0n, held, peg, place: 'new' });
    return again ? [`order ${command.orderId} was placed twice`] : [];
  }

  /** Checks the events of a step and returns what is wrong with them. */
  observe(events: readonly MarketEvent[]): string[] {
    return events.flatMap((event) => this.check(event));
  }

  /** Compares the levels that were told with the sums over the visible orders, and the open orders with the market. */
  compare(state: Market): string[] {
    const sums = new Map<string, { amount: bigint; count: number }>();
    for (const side of ['buy', 'sell'] as const) {
      for (const order of state.book.orders(side)) {
        if (order.hidden) continue;
        const key = `${side}${order.rateKey}`;
        const sum = sums.get(key) ?? { amount: 0n, count: 0 };
        const quantity = side === 'buy' ? order.buyBook : order.sellBook;
        sums.set(key, { amount: sum.amount + quantity, count: sum.count + 1 });
      }
    }
    const cap = (1n << 128n) - 1n;
    const text = (levels: Map<string, { amount: bigint; count: number }>) =>
      [...levels]
        .map(([key, sum]) => `${key}:${sum.amount < cap ? sum.amount : cap}:${sum.count}`)
        .sort()
        .join();
    const wrong = text(sums) === text(this.levels) ? [] : ['level events do not add up to the book'];
    for (const [id, kept] of this.orders) wrong.push(...this.compareOrder(state, id, kept));
    return wrong;
  }

  private compareOrder(state: Market, id: number, kept: Kept): string[] {
    const order = openOrder(state, kept.placed.orderId);
    const { deferred } = state;
    const isDeferred = deferred?.kind === 'place' && deferred.orderId === id;
    const isMatched = state.sweep?.taker.orderId === id || isDeferred;
    if ((kept.place !== 'done') !== (order !== undefined || isMatched))
      return [`order ${id} is lost or a ghost`];
    if (order === undefined) return [];
    const place = placeOf(state, order);
    const wrong = place === kept.place ? [] : [`order ${id} is in ${place}, told was ${kept.place}`];
    if (order.sold !== kept.sold) wrong.push(`order ${id} sold another amount than was told`);
    if (order.held > kept.held) wrong.push(`order ${id} may sell more than is held`);
    return wrong;
  }

  private check(event: MarketEvent): string[] {
    switch (event.kind) {
      case 'trade':
        return this.checkTrade(event);
      case 'waiting':
        return event.for === 'edit'
          ? this.leaveIdle(event)
          : this.move(event.orderId, ['new', 'book', 'peg_rate', 'edit'], event.for);
      case 'triggered':
        return this.move(event.orderId, ['new', 'stop'], 'new');
      case 'rested':
        return this.rest(event);
      case 'edited':
        return this.edit(event);
      case 'done':
        return this.endOrder(event);
      case 'level':
        if (event.count === 0) this.levels.delete(`${event.side}${event.rateKey}`);
        else this.levels.set(`${event.side}${event.rateKey}`, { amount: event.amount, count: event.count });
        return [];
      case 'edit_refused':
      case 'not_open':
      case 'status':
        return [];
    }
  }

  /** Nothing is held for an order whose part in the book is used up; it has more to sell, and must not do so at once. */
  private leaveIdle({ orderId }: MarketEventOf<'waiting'>): string[] {
    const wrong = this.move(orderId, ['new', 'book', 'peg_rate', 'edit'], 'edit');
    const kept = this.orders.get(orderId);
    if (kept === undefined) return wrong;
    kept.held = 0n;
    const { execution, sellAmount } = kept.placed;
    if (execution !== undefined && execution !== 'post_only') wrong.push(`order ${orderId} waits after all`);
    if (kept.sold >= sellAmount) wrong.push(`order ${orderId} has sold all and waits for an edit`);
    return wrong;
  }

  private move(id: number, from: readonly Kept['place'][], to: Kept['place']): string[] {
    const kept = this.orders.get(id);
    if (kept === undefined) return [`order ${id} is unknown`];
    const wrong = from.includes(kept.place) ? [] : [`order ${id} went from ${kept.place} to ${to}`];
    kept.place = to;
    return wrong;
  }

  private endOrder({ orderId, reason }: MarketEventOf<'done'>): string[] {
    const wrong = this.move(orderId, ['new', 'book', 'stop', 'peg_rate', 'edit'], 'done');
    const kept = this.orders.get(orderId);
    const isPartOfAll = kept?.placed.execution === 'fill_or_kill' && kept.sold > 0n && reason !== 'filled';
    return isPartOfAll ? [...wrong, `order ${orderId} was filled in part and is ${reason}`] : wrong;
  }

  private rest(event: MarketEventOf<'rested'>): string[] {
    const wrong = this.move(event.orderId, ['new', 'book', 'peg_rate', 'edit'], 'book');
    const kept = this.orders.get(event.orderId);
    if (kept === undefined) return wrong;
    if (kept.placed.execution !== undefined && kept.placed.execution !== 'post_only')
      wrong.push('rests after all');
    return [...wrong, ...this.hold(kept, event, kept.held)];
  }

  private edit(event: MarketEventOf<'edited'>): string[] {
    const kept = this.orders.get(event.orderId);
    if (kept === undefined || kept.place === 'done')
      return [`order ${event.orderId} was edited and is not open`];
    kept.peg = event.peg;
    kept.held = event.held;
    const wrong = event.sellBook > event.held ? [`order ${event.orderId} offers more than its hold`] : [];
    if (kept.sold + event.held > kept.placed.sellAmount) wrong.push(`order ${event.orderId} holds too much`);
    return wrong;
  }

  /** What is held after an event: what is offered, or for a pegged buy what it could offer at the signed rate. */
  private hold(kept: Kept, offer: { sellBook: bigint; buyBook: bigint }, most: bigint): string[] {
    const { side, sellAmount, buyAmount, orderId } = kept.placed;
    const atSigned = (offer.buyBook * sellAmount) / buyAmount;
    const wanted = kept.peg !== undefined && side === 'buy' ? atSigned : offer.sellBook;
    kept.held = wanted < most ? wanted : most;
    return offer.sellBook > kept.held ? [`order ${orderId} offers more than its hold`] : [];
  }

  private checkTrade(trade: MarketEventOf<'trade'>): string[] {
    this.trades += 1;
    const wrong: string[] = [];
    if (trade.tradeId !== 3 * 2 ** 40 + this.trades) wrong.push(`trade id ${trade.tradeId} is not dense`);
    if (trade.time < this.lastTime) wrong.push('time went back');
    this.lastTime = trade.time;
    const takerBuys = trade.takerSide === 'buy';
    const makerGives = takerBuys ? trade.traded : trade.quote;
    const takerGives = takerBuys ? trade.quote : trade.traded;
    const maker = this.fill(trade.maker, makerGives, takerGives, wrong);
    const taker = this.fill(trade.taker, takerGives, makerGives, wrong);
    if (!maker || !taker) return [...wrong, 'a trade of unknown orders'];
    if (maker.place !== 'book') wrong.push(`a maker that is in ${maker.place}`);
    if (taker.place === 'stop') wrong.push('a taker whose stop was not triggered');
    if (taker.placed.execution === 'post_only') wrong.push('post-only took');
    if (maker.placed.account === taker.placed.account) wrong.push('self-trade');
    // The contract's PRICE rule, said again from its definition.
    if (makerGives * maker.placed.buyAmount > takerGives * maker.placed.sellAmount)
      wrong.push('maker worse than signed');
    if (takerGives * taker.placed.buyAmount > makerGives * taker.placed.sellAmount)
      wrong.push('taker worse than signed');
    return wrong;
  }

  private fill(fill: Fill, gives: bigint, gets: bigint, wrong: string[]): Kept | undefined {
    const kept = this.orders.get(fill.orderId);
    if (kept === undefined) return undefined;
    if (kept.place === 'done') wrong.push(`order ${fill.orderId} traded after it was closed`);
    if (gives <= 0n || gets <= 0n) wrong.push('a trade of nothing');
    kept.sold += gives;
    if (kept.sold > kept.placed.sellAmount) wrong.push(`order ${fill.orderId} sold more than was signed`);
    if (gives > kept.held) wrong.push(`order ${fill.orderId} sold more than was held`);
    wrong.push(...this.hold(kept, fill, kept.held - gives));
    return kept;
  }
}
