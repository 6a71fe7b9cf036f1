import { readAmount, readWide, writeAmount, writeWide } from '../tape/words';
import { type BookModule, newBookModule } from './book-module';

/** No order, and no level. */
export const NONE = 0;

/**
 * The memory of one market's book, which its module works on, as numbers and amounts. Addresses are in bytes. The memory
 * grows now and then, and each growth ends the arrays that were a view of it.
 */
export class BookMemory {
  readonly module: BookModule = newBookModule();
  private wordView = new Int32Array(this.module.memory.buffer);
  private floatView = new Float64Array(this.module.memory.buffer);
  private halfView = new BigUint64Array(this.module.memory.buffer);

  get words(): Int32Array {
    if (this.wordView.length === 0) this.look();
    return this.wordView;
  }

  /** A whole number of 32 bits. */
  word(address: number): number {
    return this.words[address >>> 2] as number;
  }

  setWord(address: number, value: number): void {
    this.words[address >>> 2] = value;
  }

  float(address: number): number {
    return this.floats[address >>> 3] as number;
  }

  setFloat(address: number, value: number): void {
    this.floats[address >>> 3] = value;
  }

  /** A whole number up to 2^53. */
  wide(address: number): number {
    return readWide(this.words, address >>> 2);
  }

  setWide(address: number, value: number): void {
    writeWide(this.words, address >>> 2, value);
  }

  amount(address: number): bigint {
    return readAmount(this.halves, address >>> 3);
  }

  setAmount(address: number, value: bigint): void {
    writeAmount(this.halves, address >>> 3, value);
  }

  private get floats(): Float64Array {
    if (this.floatView.length === 0) this.look();
    return this.floatView;
  }

  private get halves(): BigUint64Array {
    if (this.halfView.length === 0) this.look();
    return this.halfView;
  }

  private look(): void {
    const { buffer } = this.module.memory;
    this.wordView = new Int32Array(buffer);
    this.floatView = new Float64Array(buffer);
    this.halfView = new BigUint64Array(buffer);
  }
}
