import type { OrderView } from '@exchange/core/wire';
import type { IntentRecord } from './intent-record';
import { isEnd, intentState, type IntentState } from './intent-state';

/** An order that the caller named, and where it stands. */
export class TrackedOrder {
  state: IntentState = { kind: 'signed' };
  /** As the exchange showed it last; undefined until it was accepted. */
  order: OrderView | undefined;

  constructor(
    /** The caller's name of it. */
    readonly id: string,
    readonly record: IntentRecord,
    private readonly changed: (tracked: TrackedOrder) => void,
  ) {}

  get hasEnded(): boolean {
    return isEnd(this.state);
  }

  enter(state: IntentState): void {
    this.state = state;
    this.changed(this);
  }

  /** Whether an order of the exchange is this one: its nonce and amounts are signed. */
  is({ nonce, sellAmount, buyAmount }: OrderView): boolean {
    const { command } = this.record;
    return nonce === command.nonce && sellAmount === command.sellAmount && buyAmount === command.buyAmount;
  }

  /** What the exchange shows of it: at first that it was accepted, later what the book made of it. */
  shown(order: OrderView): void {
    if (this.hasEnded) return;
    const isFirst = this.order === undefined && order.active && order.trades.length === 0;
    this.order = order;
    this.enter(isFirst ? { kind: 'accepted' } : intentState(order));
  }
}
