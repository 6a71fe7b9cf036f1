/** First byte of a frame (RFC 6455, 5.2). */
const FIN = 0x80;
const TEXT = 0x01;
const CONTINUATION = 0x00;

/** Where in its message a frame stands; alone by default. */
interface Part {
  readonly isFirst?: boolean;
  readonly isLast?: boolean;
}

/**
 * A server's websocket frame, head and text in one buffer: it goes to the socket in one write, and to all who get the
 * same text as it is.
 */
export function websocketFrame(text: string, { isFirst = true, isLast = true }: Part = {}): Buffer {
  const length = Buffer.byteLength(text);
  const from = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(from + length);
  frame[0] = (isLast ? FIN : 0) | (isFirst ? TEXT : CONTINUATION);
  if (from === 2) frame[1] = length;
  else if (from === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeUInt32BE(0, 2);
    frame.writeUInt32BE(length, 6);
  }
  frame.write(text, from);
  return frame;
}
