import { type Address, address, type Hash, hash } from '@exchange/core/kernel';
import type { SeededRandom } from '@exchange/test/kit';
import { hexlify } from 'ethers';
import { TradingKey } from '../settled-trades/trading-key.fixture';

/** From here to the end of uint32: deadlines that no chain of a test has reached. */
const FUTURE = 2 ** 31;
const EDGE = 0.1;

/** Random values of the types that are signed, the ends of each type more often than chance would have them. */
export class ValueDraw {
  constructor(private readonly random: SeededRandom) {}

  uint(bits: number): bigint {
    const highest = (1n << BigInt(bits)) - 1n;
    if (this.random.chance(EDGE)) return this.random.pick([0n, 1n, highest]);
    // Short numbers as often as long ones: a wrong width shows in the leading bytes.
    return BigInt(hexlify(this.random.bytes(bits / 8))) >> BigInt(this.random.integer(0, bits - 1));
  }

  /** What our own code holds as a number: below 2^52. */
  nonce(): number {
    return Number(this.uint(64) & ((1n << 52n) - 1n));
  }

  deadline(): number {
    return this.random.integer(FUTURE, 2 ** 32 - 1);
  }

  address(): Address {
    return address(hexlify(this.random.bytes(20)));
  }

  hash(): Hash {
    return hash(hexlify(this.random.bytes(32)));
  }

  key(): TradingKey {
    return new TradingKey(this.random.bytes(32));
  }

  list<T>(longest: number, one: () => T): T[] {
    return Array.from({ length: this.random.integer(0, longest) }, one);
  }

  integer(from: number, to: number): number {
    return this.random.integer(from, to);
  }

  pick<T>(choices: readonly T[]): T {
    return this.random.pick(choices);
  }
}
