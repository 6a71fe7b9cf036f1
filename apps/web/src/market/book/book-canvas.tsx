import { type MouseEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { palette } from '../../app/palette';
import { theme } from '../../app/theme';
import { everyFrame, type PacedCall } from '../../exchange/pace';
import { fitCanvas } from '../../ui/canvas';
import type { BookFeed } from './book-feed';
import { BookView, type RowPlace } from './book-view';
import type { OwnLines } from './own-lines';
import { drawBook, RATE_SHARE } from './draw-book';

interface BookCanvasProps {
  readonly feed: BookFeed;
  /** Lines per side; undefined for as many as there are. */
  readonly depth: number | undefined;
  readonly own: OwnLines;
  readonly focused: RowPlace | undefined;
  readonly pick: (place: RowPlace, field: 'rate' | 'amount') => void;
}

const ROWS_MIN = 20;

/** The book as a picture: drawn once a frame at most, and only when something has changed. */
export function BookCanvas({ feed, depth, own, focused, pick }: BookCanvasProps) {
  const frame = useRef<HTMLDivElement>(null);
  const space = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const shown = useRef({ view: new BookView(ROWS_MIN), pointed: undefined as RowPlace | undefined });
  const focusedNow = useRef(focused);
  const ownNow = useRef(own);
  const paced = useRef<PacedCall>(undefined);

  useLayoutEffect(() => {
    const [box, spacer, picture] = [frame.current, space.current, canvas.current];
    const context = picture?.getContext('2d');
    if (box === null || spacer === null || picture === null || !context) return;
    let isPlaced = false;
    // Asking for these while it is drawn would have the whole page laid out in each frame.
    let [width, height, scrolled] = [0, 0, 0];

    const scrollTo = (top: number) => {
      box.scrollTop = top;
      scrolled = box.scrollTop;
    };
    /** The spread stays where it is when there are more or fewer rows. */
    const fit = (rowsPerSide: number) => {
      const before = shown.current.view;
      if (isPlaced && before.rowsPerSide === rowsPerSide) return;
      const view = new BookView(rowsPerSide);
      shown.current.view = view;
      spacer.style.height = `${view.height}px`;
      scrollTo(isPlaced ? scrolled + view.middle - before.middle : (view.height - height) / 2);
      isPlaced = height > 0;
    };
    const draw = () => {
      const { rows, state } = feed;
      fit(depth ?? Math.max(rows.buy.length, rows.sell.length, ROWS_MIN));
      drawBook(context, {
        ...{
          rows,
          own: ownNow.current,
          view: shown.current.view,
          scrolled,
          width,
          height,
          palette: palette(),
        },
        ...{ pointed: shown.current.pointed, focused: focusedNow.current, isLive: state.kind === 'live' },
      });
    };
    const frames = everyFrame(draw);
    paced.current = frames;
    const ask = () => frames.ask();
    const sized = new ResizeObserver(() => {
      [width, height] = [box.clientWidth, box.clientHeight];
      picture.style.width = `${width}px`;
      picture.style.height = `${height}px`;
      fitCanvas(picture, context, width, height);
      isPlaced = false;
      ask();
    });
    sized.observe(box);
    const scroll = () => {
      scrolled = box.scrollTop;
      ask();
    };
    box.addEventListener('scroll', scroll, { passive: true });
    const unthemed = theme.subscribe(ask);
    const unlisten = feed.listen({ changed: ask, entered: ask });
    frames.ask();
    return () => {
      unlisten();
      frames.stop();
      sized.disconnect();
      box.removeEventListener('scroll', scroll);
      unthemed();
    };
  }, [feed, depth]);

  useEffect(() => {
    focusedNow.current = focused;
    const box = frame.current;
    if (focused !== undefined && box !== null) {
      const top = shown.current.view.top(focused);
      const { scrollTop, clientHeight } = box;
      if (top < scrollTop || top + 20 > scrollTop + clientHeight) box.scrollTop = top - clientHeight / 2;
    }
    paced.current?.ask();
  }, [focused]);

  useEffect(() => {
    ownNow.current = own;
    paced.current?.ask();
  }, [own]);

  const placeAt = ({ clientY }: MouseEvent): RowPlace | undefined => {
    const box = frame.current;
    if (box === null) return undefined;
    const y = clientY - box.getBoundingClientRect().top + box.scrollTop;
    return shown.current.view.rowAt(y, feed.rows);
  };
  const point = (place: RowPlace | undefined) => {
    shown.current.pointed = place;
    paced.current?.ask();
  };
  const click = (event: MouseEvent) => {
    const place = placeAt(event);
    const box = frame.current?.getBoundingClientRect();
    if (place === undefined || box === undefined) return;
    pick(place, event.clientX - box.left < box.width * RATE_SHARE ? 'rate' : 'amount');
  };
  return (
    <div
      className="book-frame"
      ref={frame}
      aria-hidden="true"
      onMouseMove={(event) => point(placeAt(event))}
      onMouseLeave={() => point(undefined)}
      onClick={click}
    >
      <div className="book-space" ref={space}>
        <canvas ref={canvas} />
      </div>
    </div>
  );
}
