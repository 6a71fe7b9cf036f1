import { describe, expect, it } from '@jest/globals';
import * as ws from 'ws';
import { websocketFrame } from './frame';

interface FrameReader {
  on(event: 'message', listener: (data: Buffer) => void): void;
  write(bytes: Buffer): void;
}
/** ws has it, its types don't. */
const { Receiver } = ws as unknown as { Receiver: new (options: object) => FrameReader };

/** What a client's ws reads of these frames. */
function read(...frames: Buffer[]): string[] {
  const texts: string[] = [];
  const receiver = new Receiver({ allowSynchronousEvents: true, isServer: false });
  receiver.on('message', (data: Buffer) => texts.push(data.toString()));
  for (const frame of frames) receiver.write(frame);
  return texts;
}

describe('a frame', () => {
  it.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])(
    'of %d bytes is read as it was written',
    (length) => {
      const text = 'x'.repeat(length);
      expect(read(websocketFrame(text))).toEqual([text]);
    },
  );

  it('has its length in bytes, not in characters', () => {
    const text = '["é😀"]'.repeat(20);
    expect(read(websocketFrame(text), websocketFrame('after'))).toEqual([text, 'after']);
  });

  it('may be a part of a message, which is read when its last part came', () => {
    const parts = [
      websocketFrame('one ', { isFirst: true, isLast: false }),
      websocketFrame('two ', { isFirst: false, isLast: false }),
      websocketFrame('three', { isFirst: false, isLast: true }),
    ];
    expect(read(...parts.slice(0, 2))).toEqual([]);
    expect(read(...parts)).toEqual(['one two three']);
  });
});
