import { accountQueries } from '@exchange/contract/bus';
import { orderId } from '@exchange/core/kernel';
import type { AccountNotice, OrderView } from '@exchange/core/message';
import { orderArray } from '@exchange/core/wire';
import type { Session } from '../../session/session';
import type { CommandTurn } from '../command-turn';

/** An order as of an accountSeq. */
interface Told {
  readonly seq: number;
  readonly order: OrderView;
}

/** getActiveOrderSnapshot: all open orders of the account, asked for in as many parts as they take. */
export function getActiveOrderSnapshot(_command: object, turn: CommandTurn): void {
  turn.guard(answer(turn, turn.session));
}

async function answer(turn: CommandTurn, session: Session): Promise<void> {
  const { account, grant, follower } = session;
  const told: Told[] = [];
  const stop = follower.watch((notice) => void told.push(...ordersOf(notice)));
  const orders: Told[] = [];
  let part = await turn.reply(accountQueries.activeOrdersQuery, account, { grant });
  for (;;) {
    if (part === undefined) return stop();
    const { accountSeq: seq } = part;
    orders.push(...part.orders.map((order) => ({ seq, order })));
    const last = part.orders.at(-1);
    if (!part.more || last === undefined) break;
    part = await turn.reply(accountQueries.activeOrdersAfterQuery, account, { grant, id: orderId(last.id) });
  }
  follower.whenDelivered(part.accountSeq, () => {
    stop();
    turn.answerList('activeOrderSnapshot', openOnes(orders, part.accountSeq, told), orderArray);
  });
}

const ordersOf = ({ seq, items }: AccountNotice): Told[] =>
  items.flatMap(({ facts }) =>
    facts.flatMap((fact) => (fact.kind === 'order' ? [{ seq, order: fact.order }] : [])),
  );

/** The parts are of different moments: what the client was told since one of them counts before it. */
function openOnes(parts: readonly Told[], lastSeq: number, told: readonly Told[]): OrderView[] {
  const newest = new Map(parts.map((part) => [part.order.id, part]));
  for (const notice of told) {
    // An order that no part has was placed after all of them, or was gone before one of them.
    const seq = newest.get(notice.order.id)?.seq ?? lastSeq;
    if (notice.seq > seq) newest.set(notice.order.id, notice);
  }
  return [...newest.values()].flatMap(({ order }) => (order.active ? [order] : []));
}
