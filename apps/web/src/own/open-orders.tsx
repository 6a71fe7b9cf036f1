import { type ReactNode, useRef, useState } from 'react';
import { useNow } from '../account/use-ways';
import { useCell, useExchange, useListing } from '../exchange/use-exchange';
import { refusalOf } from '../notices/refusal';
import { RefusalNotice } from '../notices/refusal-notice';
import { clockTime } from '../text/duration';
import { ownText as text } from '../text/own';
import { firstControl, focusAfterDrawing } from '../ui/focus-after-drawing';
import { Notice } from '../ui/notice';
import { WindowedList } from '../ui/windowed-list';
import { useRun } from '../ui/use-run';
import { OrderEdit } from './order-edit';
import { OrderFigures, sideClass } from './order-figures';
import { type OwnOrderRow, orderRow } from './own-rows';
import { useLook } from './use-look';

const ROW_PX = 28;
const NOW_MS = 30_000;
const COLUMNS = [
  ...[text.columns.order, text.columns.rate, text.columns.amount, text.columns.filled, text.columns.state],
  ...[text.columns.flags, text.columns.ends, text.columns.actions],
];

/** The open orders of the account, of one market or of all, with everything that they were placed with. */
export function OpenOrders({ market }: { market: string | undefined }): ReactNode {
  const { trading } = useExchange();
  const listed = useListing();
  const open = useCell(trading.activity.open);
  const [edited, setEdited] = useState<number>();
  const editedFrom = useRef<HTMLElement>(undefined);
  if (open === undefined) return <Notice title={text.loading} />;
  const rows = open
    .filter((order) => market === undefined || order.market === market)
    .flatMap((order) => orderRow(order, listed) ?? []);
  if (rows.length === 0) return <Notice title={text.empty.open} hint={text.emptyHint.open} />;
  const editing = rows.find(({ id }) => id === edited);
  return (
    <>
      {editing !== undefined && (
        <OrderEdit
          key={editing.id}
          row={editing}
          close={() => {
            setEdited(undefined);
            focusAfterDrawing(() => editedFrom.current);
          }}
        />
      )}
      <div className="own-table">
        <WindowedList
          {...{
            rows,
            keyOf: ({ id }: OwnOrderRow) => id,
            rowPx: ROW_PX,
            label: text.tabs.open,
            columns: COLUMNS,
          }}
          render={(row) => (
            <OpenOrder
              row={row}
              edit={(from) => {
                editedFrom.current = from;
                setEdited(row.id);
              }}
            />
          )}
        />
      </div>
    </>
  );
}

interface OpenOrderProps {
  readonly row: OwnOrderRow;
  /** `from` is what gets the focus back. */
  readonly edit: (from: HTMLElement) => void;
}

function OpenOrder({ row, edit }: OpenOrderProps): ReactNode {
  const { client, trading } = useExchange();
  const terms = useLook(trading.terms, row.id, undefined);
  const now = useNow(NOW_MS);
  const canceling = useRun(refusalOf);
  return (
    <>
      <span role="cell" className={sideClass(row.side)}>
        {text.sides[row.side]} {row.market}
      </span>
      <OrderFigures row={row} />
      <span role="cell">{text.standing[row.standing]}</span>
      <span role="cell">{flagsOf(row, terms).join(', ')}</span>
      <span role="cell">{terms === undefined ? '…' : clockTime(terms.timeInForce, now)}</span>
      <span role="cell" className="row-actions">
        <button
          type="button"
          aria-label={text.editHint(row.id)}
          onClick={({ currentTarget }) => edit(currentTarget)}
        >
          {text.edit}
        </button>
        <button
          type="button"
          aria-label={text.cancelHint(row.id)}
          aria-disabled={canceling.isBusy}
          onClick={() =>
            canceling.run(async () => {
              await client.cancelOrder({ id: row.id });
              // The row goes away, and the focus with it.
              focusAfterDrawing(() =>
                document.activeElement === document.body ? firstControl('.own-bar') : null,
              );
            })
          }
        >
          {canceling.isBusy ? text.canceling : text.cancel}
        </button>
        {canceling.problem !== undefined && (
          <RefusalNotice refusal={canceling.problem} dismiss={canceling.dismiss} />
        )}
      </span>
    </>
  );
}

interface PlacedAs {
  readonly postOnly?: boolean | undefined;
  readonly immediateOrCancel?: boolean | undefined;
  readonly fillOrKill?: boolean | undefined;
  readonly rebateToken: 'buy' | 'sell';
}

/** Everything that an order does beyond resting at its rate, in words. */
function flagsOf(row: OwnOrderRow, terms: PlacedAs | undefined): readonly string[] {
  const { flags } = text;
  const executions = (['postOnly', 'immediateOrCancel', 'fillOrKill'] as const).filter(
    (each) => terms?.[each] === true,
  );
  return [
    ...(row.stopRate === undefined ? [] : [flags.stop(row.stopRate)]),
    ...(row.peg === undefined ? [] : [flags.peg(row.peg)]),
    ...(row.hidden ? [flags.hidden] : []),
    ...executions.map((each) => flags[each]),
    ...(row.offered === row.remaining ? [] : [flags.part(row.offered)]),
    ...(terms?.rebateToken === 'buy' ? [flags.rebate(row.side === 'buy' ? row.traded : row.quote)] : []),
  ];
}
