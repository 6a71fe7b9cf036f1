import { crc32, deflateSync } from 'node:zlib';
import { type Pixels, readPng } from './read-png';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLOURS_MAX = 256;
const PALETTE = 3;
/** Colours that are nearer to each other look the same. */
const ALIKE = 150;

/**
 * A screenshot as a PNG of at most 256 colours, which is a third of its size. With fewer colours than that, nothing changes;
 * else almost the same become one, and the rarest the nearest of the others.
 */
export function smallPng(file: Buffer): Buffer {
  const { width, height, rgb } = readPng(file);
  const { palette, places } = paletteOf(rgb);
  const rows = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row++)
    rows.set(places.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, PALETTE, 0, 0, 0], 8);
  return Buffer.concat([
    ...[SIGNATURE, chunk('IHDR', head), chunk('PLTE', Buffer.from(palette.flatMap(partsOf)))],
    ...[chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })), chunk('IEND', Buffer.alloc(0))],
  ]);
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** The most frequent colours, and which of them each pixel has. */
function paletteOf(rgb: Pixels['rgb']): { readonly palette: readonly number[]; readonly places: Uint8Array } {
  const counts = new Map<number, number>();
  const colours = new Uint32Array(rgb.length / 3);
  for (let pixel = 0; pixel < colours.length; pixel++) {
    const at = pixel * 3;
    const colour = ((rgb[at] ?? 0) << 16) | ((rgb[at + 1] ?? 0) << 8) | (rgb[at + 2] ?? 0);
    colours[pixel] = colour;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const frequent = [...counts].sort(([, a], [, b]) => b - a).map(([colour]) => colour);
  const palette = counts.size > COLOURS_MAX ? apart(frequent) : frequent;
  const placeOf = new Map([...counts.keys()].map((colour) => [colour, nearest(colour, palette)]));
  return { palette, places: Uint8Array.from(colours, (colour) => placeOf.get(colour) ?? 0) };
}

/** The most frequent colours that are not almost alike: what little is drawn in a colour of its own keeps it. */
function apart(frequent: readonly number[]): readonly number[] {
  const palette: number[] = [];
  for (const colour of frequent) {
    if (palette.length === COLOURS_MAX) break;
    if (palette.every((other) => distance(colour, other) >= ALIKE)) palette.push(colour);
  }
  return palette;
}

function nearest(colour: number, palette: readonly number[]): number {
  let [best, least] = [0, Infinity];
  for (const [place, other] of palette.entries()) {
    const far = distance(colour, other);
    if (far >= least) continue;
    [best, least] = [place, far];
  }
  return best;
}

/** The square of how far apart two colours are. */
function distance(one: number, other: number): number {
  const parts = partsOf(other);
  return partsOf(one).reduce((sum, part, at) => sum + (part - (parts[at] ?? 0)) ** 2, 0);
}

const partsOf = (colour: number): readonly number[] => [colour >> 16, (colour >> 8) & 0xff, colour & 0xff];
