import { type ReactNode, useEffect, useRef, useState } from 'react';
import { atMostEvery } from '../../exchange/pace';
import { useExchange } from '../../exchange/use-exchange';
import { text } from '../../text/en';
import { Choice } from '../../ui/choice';
import { Notice } from '../../ui/notice';
import { Panel } from '../../ui/panel';
import { tokens } from '../figures';
import type { PageMarket } from '../page-market';
import { picked } from '../picked';
import { BookCanvas } from './book-canvas';
import { BookFeed, type BookState } from './book-feed';
import { type BookRows, NO_ROWS } from './book-rows';
import { BookTable } from './book-table';
import type { RowPlace } from './book-view';

const DIGITS = ['5', '4', '3', '2', '1'] as const;
const DEPTHS = [
  ['20', '20'],
  ['100', '100'],
  ['', text.book.all],
] as const;
/** Those who hear the book, or go through it by keys, get it so often. */
const TOLD_MS = 1_000;

/** The order book of a market, with its choices of precision and depth. */
export function Book({ market }: { market: PageMarket }): ReactNode {
  const [digits, setDigits] = useState<(typeof DIGITS)[number]>('5');
  const [depth, setDepth] = useState<(typeof DEPTHS)[number][0]>('20');
  const event = `book${depth}d${digits}`;
  const tools = (
    <>
      <Choice
        {...{ label: text.book.precision, hint: text.book.precisionHint }}
        {...{ options: DIGITS.map((each) => [each, each] as const), value: digits, choose: setDigits }}
      />
      <Choice
        {...{ label: text.book.depth, hint: text.book.depthHint }}
        {...{ options: DEPTHS, value: depth, choose: setDepth }}
      />
    </>
  );
  return (
    <Panel title={text.book.title} area="book" tools={tools}>
      <div className="book-titles" aria-hidden="true">
        <span>{text.book.rate(market.quote)}</span>
        <span>{text.book.amount(market.traded)}</span>
        <span>{text.book.total}</span>
      </div>
      <FollowedBook
        {...{ market, event, depth: depth === '' ? undefined : Number(depth) }}
        key={`${market.id} ${event}`}
      />
    </Panel>
  );
}

interface FollowedBookProps {
  readonly market: PageMarket;
  readonly event: string;
  readonly depth: number | undefined;
}

function FollowedBook({ market, event, depth }: FollowedBookProps): ReactNode {
  const exchange = useExchange();
  const drawn = useRef<() => void>(() => undefined);
  const [feed, setFeed] = useState<BookFeed>();
  const [tries, setTries] = useState(0);
  const [told, tell] = useState<{ state: BookState; rows: BookRows }>({
    ...{ state: { kind: 'loading' }, rows: NO_ROWS },
  });
  const [focused, setFocused] = useState<RowPlace>();
  const { id, tradedDecimals: decimals } = market;
  useEffect(() => {
    const own = new BookFeed(exchange, id, decimals);
    const show = () => tell({ state: own.state, rows: own.rows });
    const paced = atMostEvery(TOLD_MS, show);
    own.start(event, {
      changed() {
        drawn.current();
        paced.ask();
      },
      entered: show,
    });
    setFeed(own);
    show();
    return () => {
      paced.stop();
      own.close();
    };
  }, [exchange, id, event, decimals, tries]);

  const pick = ({ side, at }: RowPlace, field: 'rate' | 'amount') => {
    const row = feed?.rows[side][at];
    if (row === undefined) return;
    picked.set({ market: id, side, field, rate: row.rate, total: tokens(row.cumulated, decimals) });
  };
  const { state, rows } = told;
  if (state.kind === 'failed') {
    return (
      <Notice title={text.book.failed} hint={state.reason}>
        <button type="button" onClick={() => setTries(tries + 1)}>
          {text.app.again}
        </button>
      </Notice>
    );
  }
  const isEmpty = rows.buy.length + rows.sell.length === 0;
  return (
    <div className="book" data-state={state.kind}>
      {feed !== undefined && <BookCanvas {...{ feed, depth, focused, pick, drawn }} />}
      {state.kind === 'loading' && <Notice title={text.book.loading} />}
      {state.kind === 'live' && isEmpty && <Notice title={text.book.empty} />}
      {state.kind === 'stale' && (
        <p className="stale" role="status">
          {text.book.stale}
        </p>
      )}
      <BookTable {...{ rows, focus: setFocused, pick }} />
    </div>
  );
}
