import type { ReactNode } from 'react';
import type { OwnOrderRow } from './own-rows';

/** How the two sides look. */
export const sideClass = (side: 'buy' | 'sell'): string => (side === 'buy' ? 'up' : 'down');

/** Rate, amount and what is filled of an order: three cells of a row. */
export function OrderFigures({ row }: { row: OwnOrderRow }): ReactNode {
  return (
    <>
      <span role="cell">{row.rate}</span>
      <span role="cell">
        {row.amount} {row.traded}
      </span>
      <span role="cell">
        {row.filled} ({row.filledPercent} %)
      </span>
    </>
  );
}
