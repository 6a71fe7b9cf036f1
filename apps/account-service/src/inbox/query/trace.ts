import { accountQueries, type RequestOf } from '@exchange/contract/bus';
import { type Address, ok, orderId, reject, type Result } from '@exchange/core/kernel';
import type { Order } from '@exchange/core/ledger';
import type { TracedTrade, TraceView } from '@exchange/core/message';
import { findNewest, type Records } from '@exchange/platform';
import { authorizeGrant } from '../../login/authority';
import type { ListingState } from '../../listing/listing-state';
import { orderView } from '../../outbox/views';
import { withTrades } from '../../persistence/order-trades';
import { orderTable, type UserTradeRow, userTradeTable } from '../../persistence/tables/order-tables';
import {
  type MinedTradeRow,
  minedTradeTable,
  reversedTradeTable,
  type SentTradeRow,
  sentTradeTable,
} from '../../persistence/tables/settlement-tables';
import { grantedAccount } from '../../login/granted-account';
import { handle, needsGranted } from '../handle';

/** Trades in one trace. */
const TRADES_MAX = 50;

type Request = Omit<RequestOf<typeof accountQueries.traceQuery>, 'grant'>;

/** A trade with what the settlement service and the chain said of it. */
interface Found {
  readonly trade: UserTradeRow;
  readonly sent: SentTradeRow | undefined;
  readonly mined: MinedTradeRow | undefined;
  readonly isReversed: boolean;
}

export interface Trace {
  readonly order: Order | undefined;
  readonly trades: readonly Found[];
  readonly more: boolean;
}

/** Own orders and trades on their way to the chain: order, trades, batch, transaction, block. */
export const traceQuery = handle(accountQueries.traceQuery, {
  needs: needsGranted,

  async prepare(input, deps) {
    const account = grantedAccount(input, deps);
    return account === undefined ? nothing(input.request) : findTrace(deps.records, account, input.request);
  },

  decide(turn, received, trace) {
    const grant = authorizeGrant(turn, received);
    if (!grant.ok) return grant;
    if (!trace.ok) return trace;
    const { account } = grant.value;
    const { order } = trace.value;
    const newest = order && (turn.book.account(account).orders.get(orderId(order.id)) ?? order);
    const { listing } = turn.book;
    return ok(() => ({
      accountSeq: turn.book.accountSeq(account),
      trace: shownTrace({ ...trace.value, order: newest }, listing),
    }));
  },
});

/** A trace as it is shown. */
export const shownTrace = ({ order, trades, more }: Trace, listing: ListingState): TraceView => ({
  order: order === undefined ? null : orderView(order, listing),
  trades: trades.map((trade) => tracedTrade(trade, listing)),
  more,
});

/** Another account's id is refused like one that doesn't exist. */
const nothing = ({ tradeId }: Request): Result<never> =>
  tradeId === undefined
    ? reject('UNKNOWN_ORDER', 'this account has no such order')
    : reject('UNKNOWN_TRADE', 'this account has no such trade');

/** The way of an account's order or trade as it is stored; UNKNOWN_ORDER or UNKNOWN_TRADE when it has no such. */
export async function findTrace(
  records: Records,
  account: Address,
  request: Request,
): Promise<Result<Trace>> {
  const trades = await findTrades(records, account, request);
  const id = request.orderId ?? trades[0]?.orderId;
  if (id === undefined) return nothing(request);
  const rows = await records.find(orderTable, { where: { account, id } });
  const [order] = await withTrades(records, [account], rows);
  if (order === undefined && request.orderId !== undefined) return nothing(request);
  const shown = trades.slice(0, TRADES_MAX);
  const ids = { where: { tradeId: shown.map(({ tradeId }) => tradeId) } };
  const [sent, mined, reversed] = await Promise.all([
    shown.length === 0 ? [] : records.find(sentTradeTable, ids),
    shown.length === 0 ? [] : records.find(minedTradeTable, ids),
    shown.length === 0 ? [] : records.find(reversedTradeTable, ids),
  ]);
  const sentById = new Map(sent.map((row) => [row.tradeId, row]));
  const minedById = new Map(mined.map((row) => [row.tradeId, row]));
  return ok({
    order,
    trades: shown.map((trade) => ({
      ...{ trade, sent: sentById.get(trade.tradeId), mined: minedById.get(trade.tradeId) },
      isReversed: reversed.some(({ tradeId }) => tradeId === trade.tradeId),
    })),
    more: trades.length > TRADES_MAX,
  });
}

/** The newest trades of an own order, one more than a trace shows, or one own trade. */
export async function findTrades(
  records: Records,
  account: Address,
  request: Request,
): Promise<UserTradeRow[]> {
  const { orderId: id, tradeId } = request;
  if (id === undefined) return records.find(userTradeTable, { where: { account, tradeId: tradeId ?? 0 } });
  return findNewest(records, userTradeTable, {
    ...{ where: { account, orderId: id }, time: 'time', id: 'tradeId', limit: TRADES_MAX + 1 },
  });
}

/** The chain's word on the batch counts before what was said when it was sent. */
function tracedTrade({ trade, sent, mined, isReversed }: Found, listing: ListingState): TracedTrade {
  const market = listing.market(trade.market);
  const batchId = mined?.batchId ?? sent?.batchId;
  const transaction = mined?.transaction ?? sent?.transaction;
  const isSent = batchId !== undefined && transaction !== undefined;
  return {
    ...{ id: trade.tradeId, market: trade.market, orderId: trade.orderId, time: trade.time },
    ...(trade.role === null ? {} : { role: trade.role }),
    ...(market && { settlementFeeToken: trade.side === 'buy' ? market.traded : market.quote }),
    state: mined === undefined ? (isSent ? 'sent' : 'matched') : mined.final ? 'final' : 'mined',
    ...(isReversed ? { reversed: true } : {}),
    batch: isSent ? { id: batchId, transaction } : null,
    block: mined === undefined ? null : { number: mined.blockNumber, hash: mined.blockHash },
  };
}
