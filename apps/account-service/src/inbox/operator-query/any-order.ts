import { operatorQueries, type RequestOf } from '@exchange/contract/bus';
import { ok, reject, type Result } from '@exchange/core/kernel';
import type { Order } from '@exchange/core/ledger';
import type { Records } from '@exchange/platform';
import { orderView, placedView } from '../../outbox/views';
import { withTrades } from '../../persistence/order-trades';
import { orderTable } from '../../persistence/tables/order-tables';
import { handle } from '../handle';
import { findOrderByHash } from '../query/order';
import { findTrace, shownTrace, type Trace } from '../query/trace';

type Request = RequestOf<typeof operatorQueries.anyOrderQuery>;

/** An order of whomever, as it is stored, with its way to the chain. */
export const anyOrderQuery = handle(operatorQueries.anyOrderQuery, {
  async prepare({ request }, { records }): Promise<Result<{ order: Order; trace: Trace }>> {
    const order = await findOrder(records, request);
    if (!order.ok) return order;
    const trace = await findTrace(records, order.value.account, { orderId: order.value.id });
    return trace.ok ? ok({ order: order.value, trace: trace.value }) : trace;
  },

  decide({ book: { listing } }, _, found) {
    if (!found.ok) return found;
    const { order, trace } = found.value;
    return ok(() => ({
      account: order.account,
      order: orderView(order, listing),
      placed: placedView(order),
      trace: shownTrace(trace, listing),
    }));
  },
});

async function findOrder(records: Records, { id, account, hash }: Request): Promise<Result<Order>> {
  if (id !== undefined) {
    const rows = await records.find(orderTable, { where: { id } });
    const [order] = await withTrades(
      records,
      rows.map((row) => row.account),
      rows,
    );
    return order === undefined ? reject('UNKNOWN_ORDER', `there is no order ${id}`) : ok(order);
  }
  if (account === undefined || hash === undefined)
    return reject('INVALID_FIELD', 'name the order by its id, or by account and hash');
  const order = await findOrderByHash(account, hash, records);
  return order === undefined ? reject('UNKNOWN_ORDER', `${account} has no order ${hash}`) : ok(order);
}
