import { type BookUpdateHead, bookUpdateText } from '@exchange/core/wire';
import { websocketFrame } from './frame';

/** One or several packets of the wire as text, separated by commas: ready to stand in a frame. */
export interface Packets {
  readonly text: string;
}

let lastId = 0;

/** Packets for many connections: written once, and the bytes of the frame that holds only them are kept too. */
export class SharedPackets implements Packets {
  /** Names it within the process. */
  readonly id: number;
  private bytes: Buffer | undefined;

  constructor(readonly text: string) {
    lastId += 1;
    this.id = lastId;
  }

  /** The frame that holds these packets alone. */
  get frame(): Buffer {
    this.bytes ??= frameOf(this.text);
    return this.bytes;
  }
}

/** A changed line of a book with its place, so that a newer state of the same line can replace it. */
export interface QueuedLine {
  readonly place: string;
  /** There was no such line before the change. */
  readonly isNew: boolean;
  /** There is no such line any more. */
  readonly isGone: boolean;
  /** The orderBookUpdate packet, or in a sequence the array of the line. */
  readonly text: string;
}

/** Changes of one market's book in one window: a packet for each line, or in a sequence one for all. */
export class BookPackets extends SharedPackets {
  constructor(
    readonly market: string,
    readonly lines: readonly QueuedLine[],
    readonly head?: BookUpdateHead,
  ) {
    super(
      bookText(
        market,
        lines.map(({ text }) => text),
        head,
      ),
    );
  }
}

/** The packets of these lines. */
export const bookText = (
  market: string,
  lines: readonly string[],
  head: BookUpdateHead | undefined,
): string => (head === undefined ? lines.join(',') : bookUpdateText(market, head, lines));

/** The websocket frame of packets that are joined by commas. */
export const frameOf = (packets: string): Buffer => websocketFrame(`[${packets}]`);

/** Frames of several shared packets, kept for one round of sending, since most subscribers get the same ones. */
export class FrameCache {
  private readonly frames = new Map<string, Buffer>();

  /** The frame of these packets in this order; encoded once for all connections that have the same ones. */
  frame(parts: readonly Packets[]): Buffer {
    const [first] = parts;
    if (parts.length === 1 && first instanceof SharedPackets) return first.frame;
    const key = sharedKey(parts);
    if (key === undefined) return frameOf(joined(parts));
    const known = this.frames.get(key);
    if (known !== undefined) return known;
    const frame = frameOf(joined(parts));
    this.frames.set(key, frame);
    return frame;
  }
}

const joined = (parts: readonly Packets[]): string => parts.map(({ text }) => text).join(',');

/** Undefined when a part belongs to one connection only. */
function sharedKey(parts: readonly Packets[]): string | undefined {
  let key = '';
  for (const part of parts) {
    if (!(part instanceof SharedPackets)) return undefined;
    key += `${part.id},`;
  }
  return key;
}
