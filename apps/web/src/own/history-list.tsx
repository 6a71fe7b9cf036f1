import { type ReactNode, useEffect, useMemo } from 'react';
import { useCell } from '../exchange/use-exchange';
import { refusalOf } from '../notices/refusal';
import { RefusalNotice } from '../notices/refusal-notice';
import { ownText as text } from '../text/own';
import { Notice } from '../ui/notice';
import { WindowedList } from '../ui/windowed-list';
import { useRun } from '../ui/use-run';
import type { OwnHistory } from './own-activity';
import { saveCsv } from './save-csv';

const ROW_PX = 24;

/** A history as rows: how they are made, shown and written to a file. */
export interface HistoryShape<T extends object, R> {
  readonly name: 'orders' | 'fills' | 'entries';
  readonly rowsOf: (item: T) => readonly R[];
  readonly keyOf: (row: R) => string | number;
  readonly columns: readonly string[];
  readonly render: (row: R) => ReactNode;
  readonly titles: readonly string[];
  readonly cells: (row: R) => readonly string[];
}

interface HistoryListProps<T extends object, R> {
  readonly history: OwnHistory<T>;
  readonly shape: HistoryShape<T, R>;
}

/** A history, newest first, read page by page, and as a file as a whole. */
export function HistoryList<T extends object, R>({ history, shape }: HistoryListProps<T, R>): ReactNode {
  const { read, pages } = history;
  const { items, isComplete } = useCell(read);
  const rowsOf = useMemo(() => madeOnce(shape.rowsOf), [shape]);
  const reading = useRun(refusalOf);
  const saving = useRun(refusalOf);
  useEffect(() => {
    if (read.get().items.length === 0) reading.run(() => pages.more());
    // Once for each history: who wants more says so.
  }, [pages]);
  const refusal = reading.problem;
  if (refusal !== undefined) {
    return (
      <Notice title={text.failed}>
        <RefusalNotice {...{ refusal }} />
        <button type="button" onClick={() => reading.run(() => pages.more())}>
          {text.again}
        </button>
      </Notice>
    );
  }
  const rows = items.flatMap(rowsOf);
  if (rows.length === 0 && (reading.isBusy || !isComplete)) return <Notice title={text.reading} />;
  if (rows.length === 0) return <Notice title={text.empty[shape.name]} hint={text.emptyHint[shape.name]} />;
  return (
    <>
      <div className="own-table history">
        <WindowedList
          {...{ rows, keyOf: shape.keyOf, rowPx: ROW_PX, label: text.tabs[shape.name] }}
          {...{ columns: shape.columns, render: shape.render }}
        />
      </div>
      <div className="history-foot">
        {!isComplete && (
          <button
            type="button"
            aria-disabled={reading.isBusy}
            onClick={() => reading.run(() => pages.more())}
          >
            {reading.isBusy ? text.reading : text.more}
          </button>
        )}
        <button
          type="button"
          title={text.csvHint}
          aria-disabled={saving.isBusy}
          onClick={() =>
            saving.run(async () => {
              const all = await pages.all();
              const cells = all.flatMap(rowsOf).map((row) => shape.cells(row));
              saveCsv(`${shape.name}.csv`, shape.titles, cells);
            })
          }
        >
          {saving.isBusy ? text.csvBusy : text.csv}
        </button>
        {saving.problem !== undefined && <RefusalNotice refusal={saving.problem} dismiss={saving.dismiss} />}
      </div>
    </>
  );
}

/** Rows of ten thousand items are made once, not with each page that is read and each order that changes. */
function madeOnce<T extends object, R>(rowsOf: (item: T) => readonly R[]): (item: T) => readonly R[] {
  const made = new WeakMap<T, readonly R[]>();
  return (item) => {
    const rows = made.get(item) ?? rowsOf(item);
    made.set(item, rows);
    return rows;
  };
}
