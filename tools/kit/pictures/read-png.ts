import { assert } from '@exchange/core/kernel';
import { inflateSync } from 'node:zlib';

/** A picture as its pixels: red, green and blue of each, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

const HEADER_BYTES = 8;
const TRUE_COLOUR = 2;
const WITH_ALPHA = 6;

/** The pixels of a PNG as browsers write screenshots: 8 bits a channel, not interlaced (W3C PNG, 9). Opacity is left out. */
export function readPng(file: Buffer): Pixels {
  const data: Buffer[] = [];
  let head: Buffer = Buffer.alloc(0);
  for (let at = HEADER_BYTES; at < file.length;) {
    const length = file.readUInt32BE(at);
    const name = file.toString('latin1', at + 4, at + 8);
    const content = file.subarray(at + 8, at + 8 + length);
    if (name === 'IHDR') head = content;
    if (name === 'IDAT') data.push(content);
    at += length + 12;
  }
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const [bits, colour, , , interlaced] = head.subarray(8);
  assert(bits === 8 && interlaced === 0, 'a PNG of 8 bits a channel, not interlaced');
  assert(colour === TRUE_COLOUR || colour === WITH_ALPHA, 'a PNG in true colour');
  const channels = colour === WITH_ALPHA ? 4 : 3;
  const rows = unfiltered(inflateSync(Buffer.concat(data)), { width, height, channels });
  const rgb = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++)
    rgb.set(rows.subarray(pixel * channels, pixel * channels + 3), pixel * 3);
  return { width, height, rgb };
}

interface Shape {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

/** Each row says how its bytes differ from those left of and above them. */
function unfiltered(lines: Uint8Array, { width, height, channels }: Shape): Uint8Array {
  const stride = width * channels;
  const out = new Uint8Array(stride * height);
  for (let row = 0; row < height; row++) {
    const filter = lines[row * (stride + 1)] ?? 0;
    for (let at = 0; at < stride; at++) {
      const to = row * stride + at;
      const left = at < channels ? 0 : (out[to - channels] ?? 0);
      const up = row === 0 ? 0 : (out[to - stride] ?? 0);
      const corner = at < channels || row === 0 ? 0 : (out[to - stride - channels] ?? 0);
      out[to] = (lines[row * (stride + 1) + 1 + at] ?? 0) + predicted(filter, left, up, corner);
    }
  }
  return out;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const [toLeft, toUp] = [Math.abs(up - corner), Math.abs(left - corner)];
      const toCorner = Math.abs(left + up - 2 * corner);
      if (toLeft <= toUp && toLeft <= toCorner) return left;
      return toUp <= toCorner ? up : corner;
    }
    default:
      return 0;
  }
}
