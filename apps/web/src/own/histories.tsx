import { type ReactNode, useMemo } from 'react';
import type { EntryView, OrderView, UserFill } from '@exchange/core/wire';
import { useNow } from '../account/use-ways';
import { useCell, useExchange, useListing } from '../exchange/use-exchange';
import { clockTime } from '../text/duration';
import { ownText as text } from '../text/own';
import { HistoryList, type HistoryShape } from './history-list';
import { OrderFigures, sideClass } from './order-figures';
import {
  ENTRY_TITLES,
  entryCells,
  entryRows,
  FILL_TITLES,
  fillCells,
  type FillRow,
  fillRow,
  type LedgerRow,
  ORDER_TITLES,
  orderCells,
  orderRow,
  type OwnOrderRow,
  tradeStanding,
} from './own-rows';
import { useLook } from './use-look';

const { columns } = text;
const NOW_MS = 60_000;
const CHAIN_S = 15;
const CHAIN_MS = CHAIN_S * 1_000;

/** Every order of the account. */
export function OrderHistory(): ReactNode {
  const listed = useListing();
  const { orders } = useCell(useExchange().trading.activity.histories);
  const shape = useMemo<HistoryShape<OrderView, OwnOrderRow>>(
    () => ({
      name: 'orders',
      rowsOf: (order) => [orderRow(order, listed) ?? []].flat(),
      keyOf: ({ id }) => id,
      columns: [columns.placed, columns.order, columns.rate, columns.amount, columns.filled, columns.state],
      render: (row) => <PastOrder row={row} />,
      ...{ titles: ORDER_TITLES, cells: orderCells },
    }),
    [listed],
  );
  return <HistoryList history={orders} shape={shape} />;
}

function PastOrder({ row }: { row: OwnOrderRow }): ReactNode {
  return (
    <>
      <TimeCell at={row.placedAt} />
      <span role="cell" className={sideClass(row.side)}>
        {text.sides[row.side]} {row.market} #{row.id}
      </span>
      <OrderFigures row={row} />
      <span role="cell" title={row.info}>
        {text.standing[row.standing]}
        {row.info === '' ? '' : `: ${row.info}`}
      </span>
    </>
  );
}

/** Every trade of the account, with its way to the chain. */
export function FillHistory(): ReactNode {
  const listed = useListing();
  const { fills } = useCell(useExchange().trading.activity.histories);
  const shape = useMemo<HistoryShape<UserFill, FillRow>>(
    () => ({
      name: 'fills',
      rowsOf: (fill) => [fillRow(fill, listed) ?? []].flat(),
      // Both orders of a trade may be the account's own.
      keyOf: ({ id, orderId }) => `${id} ${orderId}`,
      columns: [
        ...[columns.time, columns.trade, columns.role, columns.rate, columns.amount, columns.fee],
        columns.chain,
      ],
      render: (row) => <PastFill row={row} />,
      ...{ titles: FILL_TITLES, cells: fillCells },
    }),
    [listed],
  );
  return <HistoryList history={fills} shape={shape} />;
}

function PastFill({ row }: { row: FillRow }): ReactNode {
  // Its way to the chain goes on while somebody looks.
  const trace = useLook(useExchange().trading.traces, row.id, Math.floor(useNow(CHAIN_MS) / CHAIN_S));
  return (
    <>
      <TimeCell at={row.at} />
      <span role="cell" className={sideClass(row.side)}>
        {text.sides[row.side]} {row.market} #{row.id}
      </span>
      <span role="cell">{row.role === undefined ? '–' : text.roles[row.role]}</span>
      <span role="cell">{row.rate}</span>
      <span role="cell">
        {row.amount} {row.traded}
      </span>
      <span role="cell">
        {row.rebate === '' || row.rebate === '0'
          ? `${row.fee} ${row.feeToken}`
          : text.rebate(row.rebate, row.rebateToken)}
      </span>
      <span role="cell">
        {trace === undefined ? '…' : text.chain[tradeStanding(trace)]}
        {trace?.batch != null && <Transaction hash={trace.batch.transaction} />}
      </span>
    </>
  );
}

/** Everything that moved the account's balances. */
export function LedgerHistory(): ReactNode {
  const listed = useListing();
  const { entries } = useCell(useExchange().trading.activity.histories);
  const shape = useMemo<HistoryShape<EntryView, LedgerRow>>(
    () => ({
      name: 'entries',
      rowsOf: (entry) => entryRows(entry, listed),
      keyOf: ({ key }) => key,
      columns: [columns.time, columns.type, columns.net, columns.fees, columns.state, columns.transaction],
      render: (row) => <PastEntry row={row} />,
      ...{ titles: ENTRY_TITLES, cells: entryCells },
    }),
    [listed],
  );
  return <HistoryList history={entries} shape={shape} />;
}

function PastEntry({ row }: { row: LedgerRow }): ReactNode {
  return (
    <>
      <TimeCell at={row.at} />
      <span role="cell" title={row.description}>
        {text.types[row.type]}
      </span>
      <span role="cell">
        {row.net} {row.token}
      </span>
      <span role="cell">
        {row.fees} {row.token}
      </span>
      <span role="cell">
        {text.entry[row.standing]}
        {row.block === undefined ? '' : `, ${text.block(row.block)}`}
      </span>
      <span role="cell">{row.transaction === undefined ? '–' : <Transaction hash={row.transaction} />}</span>
    </>
  );
}

function TimeCell({ at }: { at: number }): ReactNode {
  const now = useNow(NOW_MS);
  return (
    <span role="cell" className="muted">
      <time dateTime={new Date(at).toISOString()}>{clockTime(at / 1_000, now)}</time>
    </span>
  );
}

/** A transaction, in the chain's explorer where there is one. */
function Transaction({ hash }: { hash: string }): ReactNode {
  const { explorerUrl } = useExchange().config;
  const short = `${hash.slice(0, 8)}…${hash.slice(-4)}`;
  if (explorerUrl === undefined) return <code title={hash}> {short}</code>;
  return (
    <a href={`${explorerUrl.replace(/\/$/, '')}/tx/${hash}`} target="_blank" rel="noreferrer" title={hash}>
      {' '}
      {short}
    </a>
  );
}
