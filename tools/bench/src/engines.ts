import {
  applyCommand,
  continueWork,
  hasPendingWork,
  type Market,
  type MarketCommand,
  type OrderStore,
  stateHash,
} from '@exchange/core/matching';
import { OrderBook, Side } from 'nodejs-order-book';
import type { MarketEvent } from '@exchange/core/message';
import { benchMarket, commandOf, type FlowStep } from './flow';

const AT = 1_700_000_000_000;

/** Something that a flow is run on: prepared outside of what is timed, then applied. */
export interface BenchedEngine<P, A> {
  prepare(step: FlowStep): P;
  apply(prepared: P): A;
  /** Which orders the step filled, in order, and the remainder of the one that it filled in part. */
  fills(step: FlowStep, answer: A): string;
  /** A hash of all that happened, where there is one. */
  hash?(): string;
}

/** A market as the engine uses it: commands in, events out. */
export function market(store: OrderStore): BenchedEngine<MarketCommand, readonly MarketEvent[]> {
  const state = benchMarket(store);
  return {
    prepare: (step) => commandOf(step, AT),
    apply: (command) => applied(state, command),
    fills: fillsOf,
    hash: () => stateHash(state),
  };
}

/** All that a command brings about, in however many steps of the market. */
function applied(state: Market, command: MarketCommand): readonly MarketEvent[] {
  const events = applyCommand(state, command);
  if (!hasPendingWork(state)) return events;
  const all = [...events];
  while (hasPendingWork(state)) all.push(...continueWork(state));
  return all;
}

function fillsOf({ side }: FlowStep, events: readonly MarketEvent[]): string {
  return events
    .flatMap((event) => {
      if (event.kind !== 'trade') return [];
      const { maker } = event;
      const remainder = (side === 'buy' ? maker.sellBook : maker.buyBook) / 10n ** 18n;
      return [remainder === 0n ? `${maker.orderId}` : `${maker.orderId}:${remainder}`];
    })
    .join();
}

type PeerStep = { cancel: string } | { order: Parameters<OrderBook['limit']>[0] };

const PEER_OPTIONS: Partial<Record<FlowStep['kind'], object>> = {
  cross: { timeInForce: 'IOC' },
  fill_or_kill: { timeInForce: 'FOK' },
  post_only: { postOnly: true },
};

/** nodejs-order-book, with sizes in whole tokens, which its floating-point numbers hold exactly. */
export function peer(): BenchedEngine<
  PeerStep,
  ReturnType<OrderBook['limit']> | ReturnType<OrderBook['cancel']>
> {
  const book = new OrderBook();
  return {
    prepare: ({ kind, id, side, price, size }) => {
      if (kind === 'cancel') return { cancel: `${id}` };
      const order = { id: `${id}`, side: side === 'buy' ? Side.BUY : Side.SELL, size, price };
      return { order: { ...order, ...PEER_OPTIONS[kind] } } as PeerStep;
    },
    apply: (step) => ('cancel' in step ? book.cancel(step.cancel) : book.limit(step.order)),
    fills: ({ kind, id }, answer) => {
      if (answer === undefined || kind === 'cancel' || !('done' in answer)) return '';
      if (answer.err !== null) {
        if (kind === 'cross' || kind === 'limit') throw answer.err;
        return '';
      }
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
export function nothing(): BenchedEngine<FlowStep, undefined> {
  return { prepare: (step) => step, apply: () => undefined, fills: () => '' };
}
