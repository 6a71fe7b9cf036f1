import type { MarketCommand, PlaceCommand } from './command';
import type { Fill, MarketEvent, TradeEvent } from './market-event';
import type { MarketState } from './market-state';

interface Kept {
  readonly placed: PlaceCommand;
  sold: bigint;
  bought: bigint;
  open: boolean;
}

/** Keeps books of its own from events alone, and finds whatever the engine should never do. */
export class AccountKeeper {
  private readonly orders = new Map<number, Kept>();
  private readonly levels = new Map<string, { amount: bigint; count: number }>();
  private trades = 0;
  private lastTime = 0;

  admit(command: MarketCommand): string[] {
    if (command.kind !== 'place') return [];
    const again = this.orders.has(command.orderId);
    this.orders.set(command.orderId, { placed: command, sold: 0n, bought: 0n, open: true });
    return again ? [`order ${command.orderId} was placed twice`] : [];
  }

  /** Checks the events of a step and returns what is wrong with them. */
  observe(events: readonly MarketEvent[]): string[] {
    return events.flatMap((event) => this.check(event));
  }

  /** Compares the levels that were told with the sums over the book, and the open orders with the book. */
  compare(state: MarketState): string[] {
    const sums = new Map<string, { amount: bigint; count: number }>();
    for (const side of ['buy', 'sell'] as const) {
      for (const order of state.book.orders(side)) {
        const key = `${side}${order.rateKey}`;
        const sum = sums.get(key) ?? { amount: 0n, count: 0 };
        sums.set(key, {
          amount: sum.amount + (side === 'buy' ? order.buyBook : order.sellBook),
          count: sum.count + 1,
        });
      }
    }
    const cap = (1n << 128n) - 1n;
    const text = (levels: Map<string, { amount: bigint; count: number }>) =>
      [...levels]
        .map(([key, sum]) => `${key}:${sum.amount < cap ? sum.amount : cap}:${sum.count}`)
        .sort()
        .join();
    const wrong = text(sums) === text(this.levels) ? [] : ['level events do not add up to the book'];
    const sweeping = state.pending?.kind === 'sweep' ? state.pending.taker.orderId : undefined;
    for (const [id, kept] of this.orders) {
      const inBook = [...state.book.orders(kept.placed.side)].find((order) => order.orderId === id);
      if (kept.open !== (inBook !== undefined || sweeping === id))
        wrong.push(`order ${id} is lost or a ghost`);
      if (inBook && inBook.sold !== kept.sold) wrong.push(`order ${id} sold another amount than was told`);
    }
    return wrong;
  }

  private check(event: MarketEvent): string[] {
    switch (event.kind) {
      case 'trade':
        return this.checkTrade(event);
      case 'done':
        return this.close(event.orderId);
      case 'level':
        if (event.count === 0) this.levels.delete(`${event.side}${event.rateKey}`);
        else this.levels.set(`${event.side}${event.rateKey}`, { amount: event.amount, count: event.count });
        return [];
      case 'rested':
      case 'not_open':
      case 'status':
        return [];
    }
  }

  private close(id: number): string[] {
    const kept = this.orders.get(id);
    if (kept?.open !== true) return [`order ${id} was closed twice`];
    kept.open = false;
    return [];
  }

  private checkTrade(trade: TradeEvent): string[] {
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
    if (maker.placed.account === taker.placed.account) wrong.push('self-trade');
    // The contract's PRICE rule, said again from its definition.
    if (makerGives * maker.placed.buyAmount > takerGives * maker.placed.sellAmount)
      wrong.push('maker worse than signed');
    const takerLoss = takerGives * taker.placed.buyAmount > makerGives * taker.placed.sellAmount;
    const withinAUnit =
      takerGives >= 10_000n &&
      (takerGives - 1n) * taker.placed.buyAmount < makerGives * taker.placed.sellAmount;
    if (takerLoss && !withinAUnit) wrong.push('taker worse than signed');
    return wrong;
  }

  private fill(fill: Fill, gives: bigint, gets: bigint, wrong: string[]): Kept | undefined {
    const kept = this.orders.get(fill.orderId);
    if (kept === undefined) return undefined;
    if (!kept.open) wrong.push(`order ${fill.orderId} traded after it was closed`);
    if (gives <= 0n || gets <= 0n) wrong.push('a trade of nothing');
    kept.sold += gives;
    kept.bought += gets;
    if (kept.sold > kept.placed.sellAmount) wrong.push(`order ${fill.orderId} sold more than was signed`);
    if (kept.sold + fill.sellBook > kept.placed.sellBook)
      wrong.push(`order ${fill.orderId} offers more than its hold`);
    return kept;
  }
}
