import type { Side } from '@exchange/core/kernel';
import type { Palette } from '../../app/palette';
import { rateDecimals } from '../chart/chart-words';
import type { DepthCurve } from './depth-curve';

/** What is drawn, and how; sizes in CSS pixels. */
export interface DepthPicture {
  readonly curve: DepthCurve;
  readonly width: number;
  readonly height: number;
  readonly palette: Palette;
  /** Where the pointer is. */
  readonly pointed: number | undefined;
  readonly isLive: boolean;
}

const AXIS_PX = 22;
const TOP_PX = 14;
const TICK_PX = 110;
const FILL_OPACITY = 0.16;
const STALE_OPACITY = 0.45;

/** The rate at a place from the left. */
export const rateAtPlace = ({ from, to }: DepthCurve, x: number, width: number): number =>
  from + ((to - from) * x) / width;

/** Draws the curve of a book: steps of what is offered, rates below. */
export function drawDepth(context: CanvasRenderingContext2D, picture: DepthPicture): void {
  const { curve, width, height, palette, pointed, isLive } = picture;
  context.clearRect(0, 0, width, height);
  context.font = `11px ${palette.figures}`;
  context.globalAlpha = isLive ? 1 : STALE_OPACITY;
  for (const side of ['buy', 'sell'] as const) drawSide(context, picture, side);
  context.globalAlpha = 1;
  drawAxis(context, picture);
  if (pointed === undefined) return;
  context.fillStyle = palette.muted;
  context.fillRect(Math.round(pointed), 0, 1, height - AXIS_PX);
  const rate = rateAtPlace(curve, pointed, width);
  context.textAlign = pointed > width / 2 ? 'right' : 'left';
  context.textBaseline = 'top';
  context.fillStyle = palette.text;
  context.fillText(rate.toFixed(rateDecimals(rate)), pointed + (pointed > width / 2 ? -6 : 6), 2);
}

function drawSide(
  context: CanvasRenderingContext2D,
  { curve, width, height, palette, isLive }: DepthPicture,
  side: Side,
): void {
  const ground = height - AXIS_PX;
  const x = (rate: number) => ((rate - curve.from) / (curve.to - curve.from)) * width;
  const y = (total: number) => ground - (total / (curve.most || 1)) * (ground - TOP_PX);
  const points = curve.sides[side];
  const [best] = points;
  if (best === undefined) return;
  const path = new Path2D();
  path.moveTo(x(best.rate), ground);
  let before = ground;
  for (const { rate, total } of points) {
    path.lineTo(x(rate), before);
    before = y(total);
    path.lineTo(x(rate), before);
  }
  const edge = side === 'buy' ? 0 : width;
  path.lineTo(edge, before);
  context.strokeStyle = palette[side];
  context.lineWidth = 1.5;
  context.stroke(path);
  path.lineTo(edge, ground);
  path.closePath();
  context.globalAlpha = FILL_OPACITY * (isLive ? 1 : STALE_OPACITY);
  context.fillStyle = palette[side];
  context.fill(path);
  context.globalAlpha = isLive ? 1 : STALE_OPACITY;
}

function drawAxis(context: CanvasRenderingContext2D, { curve, width, height, palette }: DepthPicture): void {
  context.fillStyle = palette.line;
  context.fillRect(0, height - AXIS_PX, width, 1);
  context.fillStyle = palette.muted;
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  const ticks = Math.max(2, Math.floor(width / TICK_PX));
  for (let tick = 0; tick < ticks; tick += 1) {
    const x = ((tick + 0.5) * width) / ticks;
    const rate = rateAtPlace(curve, x, width);
    context.fillText(rate.toFixed(rateDecimals(rate)), x, height - AXIS_PX / 2);
  }
}
