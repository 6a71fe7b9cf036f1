import { type CSSProperties, memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { rowWindow, windowPlace } from './window';

interface WindowedListProps<T> {
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string | number;
  readonly rowPx: number;
  /** What the list is, for those who hear it. */
  readonly label: string;
  /** Titles of the columns. */
  readonly columns: readonly string[];
  /** The cells of a row, each with `role="cell"`. While it is the same, a row that is the same isn't made anew. */
  readonly render: (row: T) => ReactNode;
}

/** A table of any length of which only the rows to be seen are in the page. Rows have one height. */
export function WindowedList<T>({
  rows,
  keyOf,
  rowPx,
  label,
  columns,
  render,
}: WindowedListProps<T>): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const [seen, see] = useState({ place: 0, height: 0 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const look = () => {
      const { scrollTop, clientHeight: height } = element;
      const place = windowPlace(scrollTop, rowPx);
      see((before) => (before.place === place && before.height === height ? before : { place, height }));
    };
    const sized = new ResizeObserver(look);
    sized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [rowPx]);
  const { from, to } = rowWindow(rows.length, rowPx, seen.place, seen.height);
  return (
    <div
      className="windowed"
      role="table"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      style={{ '--row': `${rowPx}px` } as CSSProperties}
    >
      <div role="rowgroup" className="row-titles">
        <div role="row" aria-rowindex={1} className="row">
          {columns.map((title) => (
            <span role="columnheader" key={title}>
              {title}
            </span>
          ))}
        </div>
      </div>
      {/* Who scrolls with keys has to be able to come here. */}
      <div role="rowgroup" className="row-frame" ref={frame} tabIndex={0}>
        <div role="presentation" style={{ height: from * rowPx }} />
        {rows.slice(from, to).map((row, at) => (
          <div role="row" aria-rowindex={from + at + 2} className="row" key={keyOf(row)}>
            <Cells {...{ row, render }} />
          </div>
        ))}
        <div role="presentation" style={{ height: (rows.length - to) * rowPx }} />
      </div>
    </div>
  );
}

function CellsOf<T>({ row, render }: Pick<WindowedListProps<T>, 'render'> & { readonly row: T }): ReactNode {
  return render(row);
}

/** Where a row stands changes with each that comes before it; its cells don't. */
const Cells = memo(CellsOf) as typeof CellsOf;
