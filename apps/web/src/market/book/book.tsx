import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { atMostEvery } from '../../exchange/pace';
import { useCell, useExchange, useListing } from '../../exchange/use-exchange';
import { text } from '../../text/en';
import { Choice } from '../../ui/choice';
import { Notice } from '../../ui/notice';
import { Panel } from '../../ui/panel';
import { tokens } from '../figures';
import type { PageMarket } from '../page-market';
import { picked } from '../picked';
import { BookCanvas } from './book-canvas';
import { BOOK_DEPTHS, BOOK_DIGITS, type BookChoice } from './book-choice';
import type { BookFeed, BookState } from './book-feed';
import { type BookRows, NO_ROWS } from './book-rows';
import { type OwnLines, ownLines } from './own-lines';
import { BookTable } from './book-table';
import type { RowPlace } from './book-view';
import type { FollowedBook } from './use-book-feed';

/** Those who hear the book, or go through it by keys, get it so often. */
const TOLD_MS = 1_000;

interface BookProps {
  readonly market: PageMarket;
  readonly book: FollowedBook;
  readonly choice: BookChoice;
  readonly choose: (choice: BookChoice) => void;
}

/** The order book of a market, with its choices of precision and depth. */
export function Book({ market, book: { feed, again }, choice, choose }: BookProps): ReactNode {
  const own = useOwnLines(market.id, Number(choice.digits));
  const tools = (
    <>
      <Choice
        {...{ label: text.book.precision, hint: text.book.precisionHint, options: BOOK_DIGITS }}
        value={choice.digits}
        choose={(digits) => choose({ ...choice, digits })}
      />
      <Choice
        {...{ label: text.book.depth, hint: text.book.depthHint, options: BOOK_DEPTHS }}
        value={choice.depth}
        choose={(depth) => choose({ ...choice, depth })}
      />
    </>
  );
  return (
    <Panel title={text.book.title} area="book" tools={tools}>
      <div className="book-titles" aria-hidden="true">
        <span>
          {text.book.rate(market.quote)}
          {own.size > 0 && <span className="own-key">{`${text.book.ownMark} ${text.book.yours}`}</span>}
        </span>
        <span>{text.book.amount(market.traded)}</span>
        <span>{text.book.total}</span>
      </div>
      {feed !== undefined && (
        <BookBody
          {...{ market, feed, own, again }}
          depth={choice.depth === '' ? undefined : Number(choice.depth)}
        />
      )}
    </Panel>
  );
}

/** In which lines the account that is logged in has orders. */
function useOwnLines(market: string, digits: number): OwnLines {
  const { trading } = useExchange();
  const [open, listed] = [useCell(trading.activity.open), useListing()];
  return useMemo(() => ownLines(open, market, digits, listed), [open, market, digits, listed]);
}

interface BookBodyProps {
  readonly market: PageMarket;
  readonly feed: BookFeed;
  readonly own: OwnLines;
  readonly again: () => void;
  readonly depth: number | undefined;
}

interface Told {
  readonly state: BookState;
  readonly rows: BookRows;
}

/** What is told of the book: how it stands at once, its rows now and then. */
function useTold(feed: BookFeed): Told {
  const [told, tell] = useState<Told>({ state: feed.state, rows: NO_ROWS });
  useEffect(() => {
    const entered = () => tell({ state: feed.state, rows: feed.rows });
    const { ask: changed, stop } = atMostEvery(TOLD_MS, entered);
    const unlisten = feed.listen({ changed, entered });
    entered();
    return () => {
      stop();
      unlisten();
    };
  }, [feed]);
  return told;
}

function BookBody({ market, feed, own, again, depth }: BookBodyProps): ReactNode {
  const { state, rows } = useTold(feed);
  const [focused, setFocused] = useState<RowPlace>();
  const pick = (place: RowPlace, field: 'rate' | 'amount') => {
    const row = feed.rows[place.side][place.at];
    if (row === undefined) return;
    const total = tokens(row.cumulated, market.tradedDecimals);
    picked.set({ market: market.id, side: place.side, field, rate: row.rate, total });
  };
  if (state.kind === 'failed') {
    return (
      <Notice title={text.book.failed} hint={state.reason}>
        <button type="button" onClick={again}>
          {text.app.again}
        </button>
      </Notice>
    );
  }
  const isEmpty = rows.buy.length + rows.sell.length === 0;
  return (
    <div className="book" data-state={state.kind}>
      <BookCanvas {...{ feed, depth, own, focused, pick }} />
      {state.kind === 'loading' && <Notice title={text.book.loading} />}
      {state.kind === 'live' && isEmpty && <Notice title={text.book.empty} />}
      {state.kind === 'stale' && (
        <p className="stale" role="status">
          {text.book.stale}
        </p>
      )}
      <BookTable {...{ rows, own, decimals: market.tradedDecimals, focus: setFocused, pick }} />
    </div>
  );
}
