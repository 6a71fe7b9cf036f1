import type { RequestDefinition } from '@exchange/contract/bus';
import { ok, type Rejection, type Result } from '@exchange/core/kernel';
import type { Effect, OperatorOrder, OperatorReply } from '@exchange/core/message';
import { type AnyHandler, isForeignOrder, operatorHeadTable } from '@exchange/platform';
import type { AccountNeeds } from '../accounts/account-loader';
import type { LedgerTurn } from '../ledger-turn';
import { type AccountInbox, handle } from '../inbox/handle';
import type { OperatorView } from './operator-view';

/** What a command of an operator would change. */
export interface Planned<C> {
  readonly effects: readonly Effect[];
  /** What `apply` needs to know of it. */
  readonly change: C;
}

/** What tells an order from a dry run, which has none. */
interface Envelope {
  readonly order?: OperatorOrder;
}

/** What is wished, whether it is ordered or not. */
type Wish<Q> = Omit<Q, keyof Envelope>;

/** A command in two halves: one that looks, and one that changes. `C` is what the first tells the second. */
interface OrderedHandler<Q, C, P> {
  /** Reads what the plan needs. */
  prepare?(wish: Wish<Q>, deps: AccountInbox['deps']): Promise<P>;
  needs?(wish: Wish<Q>): AccountNeeds;
  /** Says what would change, or refuses it; it is given nothing by which it could change anything. */
  plan(view: OperatorView, wish: Wish<Q>, prepared: P): Result<Planned<C>>;
  /** Changes what was planned; it can't be refused any more. */
  apply(turn: LedgerTurn, change: C): void;
}

/**
 * Declares the handler of an operator's command. Here alone is known that it changes nothing without an order, and what becomes of
 * an order that comes again, or from a log that forked. An order's head is stored with what it changed.
 */
export function ordered<Q extends Envelope, C, P = undefined>(
  serves: RequestDefinition<Q, OperatorReply>,
  { prepare, needs, plan, apply }: OrderedHandler<Q, C, P>,
): AnyHandler<AccountInbox> {
  // What the inbox decodes by the definition is what the halves are typed by.
  const definition = serves as unknown as RequestDefinition<Envelope, OperatorReply>;
  const wishOf = ({ order: _, ...wish }: Envelope) => wish as Wish<Q>;
  return handle<typeof definition, P>(definition, {
    ...(prepare && { prepare: ({ request }, deps) => prepare(wishOf(request), deps) }),
    ...(needs && { needs: ({ request }) => needs(wishOf(request)) }),

    decide(turn, { request }, prepared) {
      const { order } = request;
      const done = turn.book.operatorOrders.effectsOf(order);
      if (!done.ok) return refused(turn, done);
      if (done.value !== undefined) return answer(done.value);
      const planned = plan(turn.book, wishOf(request), prepared);
      if (!planned.ok) return planned;
      const { effects, change } = planned.value;
      if (order !== undefined) {
        apply(turn, change);
        storeHead(turn, order, effects);
      }
      return answer(effects);
    },
  });
}

const answer = (effects: readonly Effect[]) => ok(() => ({ effects }));

function refused({ output }: LedgerTurn, refusal: Rejection): Rejection {
  const { code, message } = refusal;
  if (isForeignOrder(code)) output.alarm('operator_log_forked', { code }, message);
  return refusal;
}

function storeHead({ book, output }: LedgerTurn, order: OperatorOrder, effects: readonly Effect[]): void {
  book.operatorOrders.keep(order, effects);
  const ownerGroup = book.group.name;
  output.rows.put(operatorHeadTable, `${ownerGroup} ${order.seq}`, { ownerGroup, ...order, effects });
}
