import { applyCommand, type Book, type MarketCommand, type MarketEvent } from '@exchange/core/matching';
import { OrderBook, Side } from 'nodejs-order-book';
import { benchMarket, commandOf, type FlowStep } from './flow';

/** Something that a flow is run on: prepared outside of what is timed, then applied. */
export interface Engine<P, A> {
  prepare(step: FlowStep): P;
  apply(prepared: P): A;
  /** Which orders the step filled, in order, and the rest of the one that it filled in part. */
  fills(step: FlowStep, answer: A): string;
}

export function market(book: Book): Engine<MarketCommand, readonly MarketEvent[]> {
  const state = benchMarket(book);
  return {
    prepare: (step) => commandOf(step, 1_700_000_000_000),
    apply: (command) => applyCommand(state, command),
    fills: ({ side }, events) =>
      events
        .flatMap((event) => {
          if (event.kind !== 'trade') return [];
          const { maker } = event;
          const rest = (side === 'buy' ? maker.sellBook : maker.buyBook) / 10n ** 18n;
          return [rest === 0n ? `${maker.orderId}` : `${maker.orderId}:${rest}`];
        })
        .join(),
  };
}

type PeerStep = { cancel: string } | { order: Parameters<OrderBook['limit']>[0] };

/** nodejs-order-book, with sizes in whole tokens, which its floating-point numbers hold exactly. */
export function peer(): Engine<PeerStep, ReturnType<OrderBook['limit']> | ReturnType<OrderBook['cancel']>> {
  const book = new OrderBook();
  return {
    prepare: ({ kind, id, side, price, size }) => {
      if (kind === 'cancel') return { cancel: `${id}` };
      const order = { id: `${id}`, side: side === 'buy' ? Side.BUY : Side.SELL, size, price };
      return { order: kind === 'cross' ? { ...order, timeInForce: 'IOC' as const } : order } as PeerStep;
    },
    apply: (step) => ('cancel' in step ? book.cancel(step.cancel) : book.limit(step.order)),
    fills: ({ kind, id }, answer) => {
      if (kind !== 'cross' || answer === undefined || !('done' in answer)) return '';
      if (answer.err !== null) throw answer.err;
      const filled = answer.done.map((order) => order.id).filter((one) => one !== `${id}`);
      const { partial } = answer;
      return [
        ...filled,
        ...(partial && partial.id !== `${id}` ? [`${partial.id}:${partial.size}`] : []),
      ].join();
    },
  };
}

/** Does nothing: what the timing itself costs. */
export function nothing(): Engine<FlowStep, undefined> {
  return { prepare: (step) => step, apply: () => undefined, fills: () => '' };
}
