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
  const { view, scrolled, width, height, palette, rows, isLive } = picture;
  context.clearRect(0, 0, width, height);
  context.font = `12px ${palette.figures}`;
  context.textBaseline = 'middle';
  context.globalAlpha = isLive ? 1 : STALE_OPACITY;
  for (const side of ['sell', 'buy'] as const) {
    const { from, to } = view.seen(side, scrolled, scrolled + height);
    for (const [at, row] of rows[side].slice(from, to).entries())
      drawRow(context, picture, { side, at: from + at }, row);
  }
  drawSpread(context, picture);
  context.globalAlpha = 1;
}

function drawRow(
  context: CanvasRenderingContext2D,
  { own, view, scrolled, width, palette, pointed, focused, isLive }: BookPicture,
  place: RowPlace,
  row: DrawnRow,
): void {
  const top = view.top(place) - scrolled;
  const middle = top + ROW_PX / 2 + 0.5;
  const colour = palette[place.side];
  const alpha = isLive ? 1 : STALE_OPACITY;
  context.globalAlpha = BAR_OPACITY * alpha;
  context.fillStyle = colour;
  const bar = Math.round(width * row.share);
  context.fillRect(width - bar, top + 1, bar, ROW_PX - 1);
  if (isSame(pointed, place)) {
    context.fillStyle = palette.text;
    context.globalAlpha = 0.08;
    context.fillRect(0, top, width, ROW_PX);
  }
  context.globalAlpha = alpha;
  context.textAlign = 'left';
  context.fillStyle = colour;
  context.fillText(row.rateText, EDGE, middle);
  if (own.has(lineKey(place.side, row.rate))) drawOwn(context, palette, middle);
  context.textAlign = 'right';
  context.fillStyle = palette.text;
  context.fillText(row.amountText, width * AMOUNT_SHARE, middle);
  context.fillStyle = palette.muted;
  context.fillText(row.totalText, width - EDGE, middle);
  if (isSame(focused, place)) {
    context.strokeStyle = palette.accent;
    context.lineWidth = 2;
    context.strokeRect(1, top + 1, width - 2, ROW_PX - 2);
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

const isSame = (a: RowPlace | undefined, b: RowPlace): boolean => a?.side === b.side && a.at === b.at;
