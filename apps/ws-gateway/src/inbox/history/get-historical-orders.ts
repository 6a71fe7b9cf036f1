import { accountQueries } from '@exchange/contract/bus';
import type { OrderView } from '@exchange/core/message';
import { type CommandOf, echoes, orderArray } from '@exchange/core/wire';
import type { CommandTurn } from '../command-turn';
import { historyPage } from './history-page';

/** getHistoricalOrders: a page of the account's orders, open or not, newest first. */
export function getHistoricalOrders(command: CommandOf<'getHistoricalOrders'>, turn: CommandTurn): void {
  const page = historyPage(command, turn);
  if (page !== undefined) turn.guard(answer(command, page, turn));
}

type Page = NonNullable<ReturnType<typeof historyPage>>;

/** Orders with very many trades come in several parts. */
async function answer(
  command: CommandOf<'getHistoricalOrders'>,
  page: Page,
  turn: CommandTurn,
): Promise<void> {
  const { account, follower } = turn.session;
  const orders: OrderView[] = [];
  let asked = page;
  for (;;) {
    const part = await turn.reply(accountQueries.historicalOrdersQuery, account, asked);
    if (part === undefined) return;
    orders.push(...part.orders);
    const last = part.orders.at(-1);
    if (part.more && last !== undefined) {
      asked = { ...asked, before: last.id, limit: page.limit - orders.length };
      continue;
    }
    const message = { orders: orders.map(orderArray), ...echoes(command) };
    return follower.whenDelivered(part.accountSeq, () => turn.answer(0, 'historicalOrders', message));
  }
}
