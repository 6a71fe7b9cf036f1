import { describe, expect, it } from '@jest/globals';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { readPng } from './read-png';
import { smallPng } from './small-png';

const [WIDTH, HEIGHT] = [7, 5];

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A screenshot whose bytes count up, each row by another filter: what they mean is its own sum of them. */
function screenshot(colour: 2 | 6, filters: readonly number[], value: (at: number) => number): Buffer {
  const stride = WIDTH * (colour === 6 ? 4 : 3);
  const head = Buffer.from([0, 0, 0, WIDTH, 0, 0, 0, HEIGHT, 8, colour, 0, 0, 0]);
  const rows = Buffer.concat(
    filters.map((filter, row) =>
      Buffer.from([filter, ...Array.from({ length: stride }, (_, at) => value(row * stride + at))]),
    ),
  );
  // Two chunks of data, as browsers write large ones.
  const data = deflateSync(rows);
  return Buffer.concat([
    ...[Buffer.alloc(8), chunk('IHDR', head), chunk('IDAT', data.subarray(0, 9))],
    ...[chunk('IDAT', data.subarray(9)), chunk('IEND', Buffer.alloc(0))],
  ]);
}

/** The colours of a PNG with a palette and rows without filters. */
function shownBy(png: Buffer): number[][] {
  const content = (name: string) => {
    const at = png.indexOf(name, 0, 'latin1');
    return png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4));
  };
  const [colours, rows] = [content('PLTE'), inflateSync(content('IDAT'))];
  return [...rows]
    .filter((_, at) => at % (WIDTH + 1) > 0)
    .map((place) => [...colours.subarray(3 * place, 3 * place + 3)]);
}

describe('a picture', () => {
  it('is read whatever the filters of its rows', () => {
    const { rgb } = readPng(screenshot(2, [0, 1, 2, 3, 4], () => 1));
    const row = (at: number) => [...rgb.subarray(at * WIDTH * 3, (at + 1) * WIDTH * 3)];
    expect(row(0)).toEqual(Array(21).fill(1));
    expect(row(1).slice(0, 7)).toEqual([1, 1, 1, 2, 2, 2, 3]);
    expect(row(2).slice(0, 7)).toEqual([2, 2, 2, 3, 3, 3, 4]);
    expect(row(3).slice(0, 7)).toEqual([2, 2, 2, 3, 3, 3, 4]);
    expect(row(4).slice(0, 7)).toEqual([3, 3, 3, 4, 4, 4, 5]);
  });

  it('has the same colours when it is small, without the opacity', () => {
    const png = smallPng(screenshot(6, [0, 0, 0, 0, 0], (at) => (at % 4 === 3 ? 255 : (at * 7) % 256)));
    const expected = Array.from({ length: WIDTH * HEIGHT }, (_, pixel) =>
      [0, 1, 2].map((part) => ((pixel * 4 + part) * 7) % 256),
    );
    expect(shownBy(png)).toEqual(expected);
    expect(png.subarray(1, 4).toString()).toBe('PNG');
  });

  it('keeps a rare colour of its own where many are almost alike', () => {
    const [width, height] = [300, 4];
    const head = Buffer.alloc(13);
    head.writeUInt32BE(width, 0);
    head.writeUInt32BE(height, 4);
    head.set([8, 2, 0, 0, 0], 8);
    // Greys and their neighbours, and one pixel of amber.
    const row = (at: number) => [
      0,
      ...Array.from({ length: width }, (_, x) => [x % 256, (x + at) % 256, x % 256]).flat(),
    ];
    const rows = Array.from({ length: height }, (_, at) => row(at)).flat();
    rows.splice(1, 3, 227, 178, 91);
    const png = smallPng(
      Buffer.concat([
        ...[Buffer.alloc(8), chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.from(rows)))],
        chunk('IEND', Buffer.alloc(0)),
      ]),
    );
    const at = png.indexOf('PLTE', 0, 'latin1');
    const colours = png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4));
    expect(colours.length).toBeLessThanOrEqual(3 * 256);
    expect(colours.includes(Buffer.from([227, 178, 91]))).toBe(true);
  });

  it('is no picture when its pixels are of another kind', () => {
    const file = screenshot(2, [0, 0, 0, 0, 0], () => 1);
    file[8 + 8 + 8] = 16;
    expect(() => readPng(file)).toThrow('8 bits');
  });
});
