import { deflateRawSync } from 'node:zlib';
import { FRAME_LIMITS } from '@exchange/core/wire';
import type { Random } from '../../kit/random';
import { hostileArray, hostileCommand, hostileValue, mutated } from './hostile-json';

/** What a attacker does: a text or binary message, bytes past the websocket protocol, or hanging up. */
export type HostileFrame =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'fragments'; readonly parts: readonly string[] }
  | { readonly kind: 'binary' | 'raw'; readonly bytes: Uint8Array }
  | { readonly kind: 'hangUp' };

type Maker = (random: Random) => HostileFrame;

const text = (content: string): HostileFrame => ({ kind: 'text', text: content });

/** Most of them; each goes to the parser or past it. */
const OFTEN: readonly [Maker, ...Maker[]] = [
  (random) => text(hostileArray(random)),
  (random) => text(`[${hostileCommand(random)}]`),
  (random) => text(mutated(hostileArray(random), random)),
  (random) => text(hostileValue(random)),
  (random) => text(`[${hostileValue(random)},${hostileValue(random)}]`),
  nested,
  (random) => ({ kind: 'fragments', parts: split(hostileArray(random), random) }),
];

/** These end the connection, or should. */
const SELDOM: readonly [Maker, ...Maker[]] = [
  atTheLimit,
  (random) => ({ kind: 'binary', bytes: randomBytes(random, random.between(0, 2_000)) }),
  (random) => ({
    kind: 'raw',
    bytes: frame(random.between(3, 15), randomBytes(random, random.between(0, 200))),
  }),
  (random) => ({ kind: 'raw', bytes: randomBytes(random, random.between(1, 400)) }),
  () => ({ kind: 'raw', bytes: frame(1, deflateRawSync(Buffer.alloc(5_000_000)), 0x40) }),
  () => ({ kind: 'raw', bytes: Uint8Array.from([0x81, 0xff, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff]) }),
  (random) => ({ kind: 'raw', bytes: frame(1, Uint8Array.from([0xc3, 0x28, random.between(0x80, 0xff)])) }),
  (random) => ({
    kind: 'raw',
    bytes: Buffer.concat(Array.from({ length: random.between(1, 200) }, pingFrame)),
  }),
  () => ({ kind: 'raw', bytes: frame(8, Uint8Array.from([0x00, 0x01])) }),
  () => ({ kind: 'hangUp' }),
];

/** One in twenty is meant to end its connection. */
export const hostileFrame = (random: Random): HostileFrame =>
  random.pick(random.between(0, 19) === 0 ? SELDOM : OFTEN)(random);

function nested(random: Random): HostileFrame {
  const depth = random.between(1, 2_499);
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['[', ''],
  ]);
  return text((open.repeat(depth) + '0' + close.repeat(depth)).slice(0, FRAME_LIMITS.characters));
}

function atTheLimit(random: Random): HostileFrame {
  const units = FRAME_LIMITS.characters + random.between(-1, 2);
  const filler = random.pick(['x', 'é', '€', '😀', ' ', '[']);
  const count = Math.ceil(units / filler.length);
  return text(random.between(0, 9) === 0 ? filler.repeat(count * 10) : filler.repeat(count).slice(0, units));
}

function split(content: string, random: Random): string[] {
  const at = random.between(0, content.length);
  return [content.slice(0, at), '', content.slice(at)];
}

const randomBytes = (random: Random, count: number): Uint8Array =>
  Uint8Array.from({ length: count }, () => random.between(0, 255));

const pingFrame = (): Uint8Array => frame(9, new Uint8Array(125));

/** A masked frame (RFC 6455, 5.2) with any opcode and reserved bits. */
function frame(opcode: number, payload: Uint8Array, reserved = 0): Uint8Array {
  const length = payload.length;
  const size = length < 126 ? [0x80 | length] : [0x80 | 126, (length >> 8) & 0xff, length & 0xff];
  return Buffer.concat([Uint8Array.from([0x80 | reserved | opcode, ...size, 0, 0, 0, 0]), payload]);
}
