import { accountQueries, type RequestOf } from '@exchange/contract/bus';
import { type Address, type Hash, ok, reject, type Result } from '@exchange/core/kernel';
import type { Order } from '@exchange/core/ledger';
import type { Records } from '@exchange/platform';
import { authorizeGrant } from '../../login/authority';
import { orderView, placedView } from '../../outbox/views';
import { withTrades } from '../../persistence/order-trades';
import { type OrderRow, orderTable, spentHashTable } from '../../persistence/tables/order-tables';
import { grantedAccount } from '../../login/granted-account';
import { handle, needsGranted } from '../handle';
import type { LedgerTurn } from '../../ledger-turn';

type Request = RequestOf<typeof accountQueries.orderQuery>;

/** One own order, open or not, by id, cid (the open one, else the newest) or either of its hashes. */
export const orderQuery = handle(accountQueries.orderQuery, {
  needs: needsGranted,

  prepare: (input, deps) => findStored(grantedAccount(input, deps), input.request, deps.records),

  decide(turn, received, stored) {
    const grant = authorizeGrant(turn, received);
    if (!grant.ok) return grant;
    const { account } = grant.value;
    const order = findOrder(turn, account, received.request, stored);
    if (!order.ok) return order;
    return ok(() => ({
      accountSeq: turn.book.accountSeq(account),
      order: orderView(order.value, turn.book.listing),
      placed: placedView(order.value),
    }));
  },
});

/** An order that memory holds is newer than the row that was read before the turn. */
function findOrder(
  turn: LedgerTurn,
  address: Address,
  request: Request,
  stored: Order | undefined,
): Result<Order> {
  const account = turn.book.account(address);
  const open =
    (request.id === undefined ? undefined : account.orders.get(request.id)) ??
    (request.cid === undefined ? undefined : account.orderOfCid(request.cid)) ??
    (request.hash === undefined ? undefined : account.orderOfHash(request.hash));
  const found = open ?? (stored === undefined ? undefined : (account.orders.get(stored.id) ?? stored));
  if (found !== undefined) return { ok: true, value: found };
  return reject('UNKNOWN_ORDER', 'this account has no such order');
}

async function findStored(
  account: Address,
  request: Omit<Request, 'grant'>,
  records: Records,
): Promise<Order | undefined> {
  const newest = { order: [['id', 'desc']], limit: 1 } as const;
  if (request.id !== undefined) {
    const [row] = await records.find(orderTable, { where: { account, id: request.id } });
    return stored(records, account, row);
  }
  if (request.cid !== undefined) {
    const [row] = await records.find(orderTable, { where: { account, cid: request.cid }, ...newest });
    return stored(records, account, row);
  }
  return request.hash === undefined ? undefined : findOrderByHash(account, request.hash, records);
}

/** The stored order of an account with this hash in either form. */
export async function findOrderByHash(
  account: Address,
  asked: Hash,
  records: Records,
): Promise<Order | undefined> {
  const [row] =
    (await ordersWith(records, account, await idOfDigest(account, asked, records))) ??
    (await ordersWith(records, account, { hash: asked })) ??
    (await ordersWith(records, account, { packedHash: asked })) ??
    [];
  return stored(records, account, row);
}

/** Digests are found among those that were used up. */
async function idOfDigest(account: Address, digest: Hash, records: Records) {
  const [spent] = await records.find(spentHashTable, { where: { account, digest } });
  return spent?.orderId == null ? undefined : { id: spent.orderId };
}

async function ordersWith(
  records: Records,
  account: Address,
  sought: Partial<Pick<OrderRow, 'id' | 'hash' | 'packedHash'>> | undefined,
): Promise<OrderRow[] | undefined> {
  if (sought === undefined) return undefined;
  const where = { account, ...sought };
  const rows = await records.find(orderTable, { where, order: [['id', 'desc']], limit: 1 });
  return rows.length === 0 ? undefined : rows;
}

async function stored(
  records: Records,
  account: Address,
  row: OrderRow | undefined,
): Promise<Order | undefined> {
  return row && (await withTrades(records, [account], [row]))[0];
}
