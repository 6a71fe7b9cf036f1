import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { entryText as text } from '../../text/entry';
import type { EntryMarket } from '../entry-market';
import type { PlannedOrder } from '../plan-context';
import { orderWords } from '../words';

interface OrderReviewProps {
  readonly order: PlannedOrder;
  readonly market: EntryMarket;
  readonly time: (seconds: number) => string;
  readonly isBusy: boolean;
  readonly back: () => void;
  readonly place: () => void;
}

/** A key that is held down confirms nothing: it was pressed for what was there before. */
const onlyPressed = (event: KeyboardEvent) => {
  if (event.repeat) event.preventDefault();
};

/** What is about to be signed, in words, for a last look. */
export function OrderReview({ order, market, time, isBusy, back, place }: OrderReviewProps): ReactNode {
  const id = useId();
  const confirm = useRef<HTMLButtonElement>(null);
  useEffect(() => confirm.current?.focus(), []);
  return (
    <div
      className="order-review"
      role="group"
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key === 'Escape') back();
        onlyPressed(event);
      }}
    >
      <h3 id={id}>{text.confirmTitle}</h3>
      <ul id={`${id}-words`}>
        {orderWords(order, market, time).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <div className="order-buttons">
        <button type="button" onClick={back}>
          {text.back}
        </button>
        <button
          type="button"
          className={`place ${order.side}`}
          ref={confirm}
          aria-describedby={`${id}-words`}
          aria-disabled={isBusy}
          onClick={place}
        >
          {text.confirm}
        </button>
      </div>
    </div>
  );
}
