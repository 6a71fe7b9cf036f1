/** A frame of the gateway taken apart (RFC 6455, 5.2). */
export function readFrame(frame: Buffer): { payload: Buffer; isLast: boolean } {
  const [first = 0, length = 0] = frame;
  const from = length === 127 ? 10 : length === 126 ? 4 : 2;
  return { payload: frame.subarray(from), isLast: (first & 0x80) !== 0 };
}
