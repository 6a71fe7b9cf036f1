import {
  applyCancel,
  applyCommand,
  applyPlace,
  type Book,
  type CancelCommand,
  type EventTape,
  fastBook,
  type MarketCommand,
  type MarketEvent,
  PackedOrder,
  readEvents,
} from '@exchange/core/matching';
import { OrderBook, Side } from 'nodejs-order-book';
import { present } from '@exchange/core/kernel';
import { benchMarket, CHUNK, commandOf, type FlowStep } from './flow';

const AT = 1_700_000_000_000;

/** Something that a flow is run on: prepared outside of what is timed, then applied. */
export interface Engine<P, A> {
  prepare(step: FlowStep): P;
  apply(prepared: P): A;
  /** Which orders the step filled, in order, and the rest of the one that it filled in part. */
  fills(step: FlowStep, answer: A): string;
}

/** The market as most callers use it: objects in, objects out. */
export function market(book: Book): Engine<MarketCommand, readonly MarketEvent[]> {
  const state = benchMarket(book);
  return {
    prepare: (step) => commandOf(step, AT),
    apply: (command) => applyCommand(state, command),
    fills: fillsOf,
  };
}

type Packed = { readonly place: PackedOrder } | { readonly cancel: CancelCommand };

/** The market's own hot path: amounts come as words, events stay on the tape. */
export function packedMarket(): Engine<Packed, EventTape> {
  const book = fastBook();
  const state = benchMarket(book);
  // Packed orders are written over and over, as in a ring of inputs.
  const ring = Array.from({ length: CHUNK }, () => new PackedOrder(book.pool));
  let prepared = 0;
  return {
    prepare: (step) => {
      const command = commandOf(step, AT);
      if (command.kind === 'cancel') return { cancel: command };
      prepared += 1;
      return { place: present(ring[prepared % CHUNK], 'packed order').pack(command) };
    },
    apply: (step) => {
      if ('place' in step) applyPlace(state, step.place, AT);
      else applyCancel(state, step.cancel.orderId, step.cancel.account, step.cancel.reason, AT);
      return state.tape;
    },
    fills: (step, tape) => fillsOf(step, readEvents(tape)),
  };
}

function fillsOf({ side }: FlowStep, events: readonly MarketEvent[]): string {
  return events
    .flatMap((event) => {
      if (event.kind !== 'trade') return [];
      const { maker } = event;
      const rest = (side === 'buy' ? maker.sellBook : maker.buyBook) / 10n ** 18n;
      return [rest === 0n ? `${maker.orderId}` : `${maker.orderId}:${rest}`];
    })
    .join();
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
