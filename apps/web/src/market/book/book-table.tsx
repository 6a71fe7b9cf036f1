import type { Side } from '@exchange/core/kernel';
import { type KeyboardEvent, useRef } from 'react';
import { text } from '../../text/en';
import type { DrawnRow, BookRows } from './book-rows';
import { tokens } from '../figures';
import { lineKey, type OwnLines } from './own-lines';
import type { RowPlace } from './book-view';

interface BookTableProps {
  readonly rows: BookRows;
  readonly own: OwnLines;
  /** Of the traded token. */
  readonly decimals: number;
  readonly focus: (place: RowPlace | undefined) => void;
  readonly pick: (place: RowPlace, field: 'rate' | 'amount') => void;
}

/** So many lines a side are told; who wants more of them reads the canvas or REST. */
const ROWS_TOLD = 20;

/**
 * The book for those who don't see the canvas, and for keys: one stop for the tab key, arrows inside. The line that has
 * the focus is marked on the canvas.
 */
export function BookTable({ rows, own, decimals, focus, pick }: BookTableProps) {
  const told = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const buttons = [...(told.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const next = nextPlace(event.key, at, buttons.length);
    if (next === undefined) return;
    event.preventDefault();
    buttons[next]?.focus();
  };
  const firstSide: Side = rows.sell.length > 0 ? 'sell' : 'buy';
  return (
    <div className="unseen" ref={told} onKeyDown={move} onBlur={() => focus(undefined)}>
      <p>{text.book.how}</p>
      {(['sell', 'buy'] as const).map((side) => (
        <ol key={side} aria-label={side === 'sell' ? text.book.asks : text.book.bids}>
          {rows[side].slice(0, ROWS_TOLD).map((row, at) => (
            <li key={at}>
              <button
                type="button"
                tabIndex={side === firstSide && at === 0 ? 0 : -1}
                onFocus={() => focus({ side, at })}
                onClick={() => pick({ side, at }, 'rate')}
                onKeyDown={({ key }) => key.toLowerCase() === 'a' && pick({ side, at }, 'amount')}
              >
                {rowText(row)}
                {ownText(own.get(lineKey(side, row.rate)), decimals)}
              </button>
            </li>
          ))}
        </ol>
      ))}
    </div>
  );
}

const rowText = ({ rateText, amountText, totalText }: DrawnRow): string =>
  text.book.row(rateText, amountText, totalText);

const ownText = (units: bigint | undefined, decimals: number): string =>
  units === undefined ? '' : text.book.ownRow(tokens(units, decimals));

/** Asks are told from the lowest on, bids from the highest: the arrow down goes on in what is told. */
function nextPlace(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, count - 1);
    case 'ArrowUp':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
