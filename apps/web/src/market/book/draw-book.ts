import type { Side } from '@exchange/core/kernel';
import type { Palette } from '../../app/palette';
import { text } from '../../text/en';
import { grouped, spreadOf } from '../figures';
import type { DrawnRow, BookRows } from './book-rows';
import { lineKey, type OwnLines } from './own-lines';
import { type BookView, ROW_PX, type RowPlace, SPREAD_PX } from './book-view';

/** What is drawn, and how. */
export interface BookPicture {
  readonly rows: BookRows;
  /** The lines that have own orders. */
  readonly own: OwnLines;
  readonly view: BookView;
  /** How far it is scrolled, and the size of what is seen, CSS pixels. */
  readonly scrolled: number;
  readonly width: number;
  readonly height: number;
  readonly palette: Palette;
  /** Under the pointer, or with the keyboard's focus. */
  readonly pointed: RowPlace | undefined;
  readonly focused: RowPlace | undefined;
  readonly isLive: boolean;
}

const EDGE = 10;
/** Where the amounts end, of the width; the click on them hands the amount. */
export const AMOUNT_SHARE = 0.64;
export const RATE_SHARE = 0.36;
const BAR_OPACITY = 0.16;
const STALE_OPACITY = 0.45;

/** Draws what is seen of a book: one pass, no state but what it is given. */
export function drawBook(context: CanvasRenderingContext2D, picture: BookPicture): void {
  const { width, height, palette } = picture;
  context.clearRect(0, 0, width, height);
  context.font = `12px ${palette.figures}`;
  context.textBaseline = 'middle';
  for (const side of ['sell', 'buy'] as const) drawSide(context, picture, side);
  drawSpread(context, picture);
  context.globalAlpha = 1;
}

/** Column by column: a canvas takes longer to change its colour or its alignment than to write a number. */
function drawSide(context: CanvasRenderingContext2D, picture: BookPicture, side: Side): void {
  const { own, view, scrolled, width, height, palette, rows, pointed, focused, isLive } = picture;
  const alpha = isLive ? 1 : STALE_OPACITY;
  const { from, to } = view.seen(side, scrolled, scrolled + height);
  const seen = rows[side].slice(from, to);
  const topOf = (at: number) => view.top({ side, at: from + at }) - scrolled;
  context.globalAlpha = BAR_OPACITY * alpha;
  context.fillStyle = palette[side];
  seen.forEach(({ share }, at) => {
    const bar = Math.round(width * share);
    context.fillRect(width - bar, topOf(at) + 1, bar, ROW_PX - 1);
  });
  const isThere = (place: RowPlace) => place.side === side && place.at < rows[side].length;
  if (pointed !== undefined && isThere(pointed)) {
    context.fillStyle = palette.text;
    context.globalAlpha = 0.08;
    context.fillRect(0, view.top(pointed) - scrolled, width, ROW_PX);
  }
  context.globalAlpha = alpha;
  const write = (text: (row: DrawnRow) => string, x: number) =>
    seen.forEach((row, at) => context.fillText(text(row), x, topOf(at) + ROW_PX / 2 + 0.5));
  context.textAlign = 'left';
  context.fillStyle = palette[side];
  write(({ rateText }) => rateText, EDGE);
  seen.forEach(({ rate }, at) => {
    if (own.has(lineKey(side, rate))) drawOwn(context, palette, topOf(at) + ROW_PX / 2 + 0.5);
  });
  context.textAlign = 'right';
  context.fillStyle = palette.text;
  write(({ amountText }) => amountText, width * AMOUNT_SHARE);
  context.fillStyle = palette.muted;
  write(({ totalText }) => totalText, width - EDGE);
  if (focused !== undefined && isThere(focused)) {
    context.strokeStyle = palette.accent;
    context.lineWidth = 2;
    context.strokeRect(1, view.top(focused) - scrolled + 1, width - 2, ROW_PX - 2);
  }
}

/** A triangle that points at the rate. */
function drawOwn(context: CanvasRenderingContext2D, palette: Palette, middle: number): void {
  const [from, to, half] = [2, 8, 4];
  context.fillStyle = palette.accent;
  context.beginPath();
  context.moveTo(from, middle - half);
  context.lineTo(to, middle);
  context.lineTo(from, middle + half);
  context.fill();
}

function drawSpread(
  context: CanvasRenderingContext2D,
  { view, scrolled, width, palette, rows }: BookPicture,
): void {
  const top = view.middle - scrolled;
  context.fillStyle = palette.line;
  context.fillRect(0, top, width, 1);
  context.fillRect(0, top + SPREAD_PX - 1, width, 1);
  const spread = spreadOf(bestOf(rows, 'buy'), bestOf(rows, 'sell'));
  if (spread === undefined) return;
  const middle = top + SPREAD_PX / 2 + 0.5;
  context.fillStyle = palette.muted;
  context.textAlign = 'left';
  context.fillText(text.book.spread, EDGE, middle);
  context.textAlign = 'right';
  context.fillStyle = palette.text;
  context.fillText(grouped(spread.rate), width * AMOUNT_SHARE, middle);
  context.fillStyle = palette.muted;
  context.fillText(spread.percent, width - EDGE, middle);
}

const bestOf = (rows: BookRows, side: Side): string | undefined => rows[side][0]?.rate;
