import bytes from '../../assembly/book.wasm';

/**
 * What the book's module does: the functions of assembly/index.ts, which says more of each. Orders, levels and blocks are addresses in its memory; 0 is none.
 */
export interface BookModule {
  readonly memory: WebAssembly.Memory;
  beginStep(): void;
  tellLevels(): void;
  digestTape(sequence: number): void;
  makeRoom(units: number): void;

  findOrder(id: number): number;
  orderCount(): number;
  firstOrder(isSell: boolean): number;
  orderAfter(order: number): number;
  levelAt(isSell: boolean, rateKey: number): number;
  levelTotal(to: number, level: number): void;

  takeRecord(): number;
  enter(order: number, rateKey: number): void;
  remove(id: number): number;
  beforeChange(order: number): void;
  afterChange(order: number): void;
  addLeaving(order: number): void;
  removeLeaving(order: number): void;
  firstOrderDue(now: number): number;
  orderDueAfter(order: number, now: number): number;

  setState(workLeft: number, tellsTrades: boolean, tradeCount: number, tradeTime: number): void;
  place(
    order: number,
    now: number,
    sequence: number,
    workLeft: number,
    tellsTrades: boolean,
    tradeCount: number,
    tradeTime: number,
  ): number;
  cancel(id: number, owner: number, reason: number, sequence: number): number;
  sweep(taker: number): number;
  endOrder(order: number, reason: number): number;

  setDecimals(traded: number, quote: number): void;
  bookRate(isSell: boolean, traded: number, quote: number): number;
  readonly isExact: WebAssembly.Global;
  times(to: number, from: number, rateKey: number, isUp: boolean): number;
  over(to: number, from: number, rateKey: number, isUp: boolean): number;
  largestKeeping(
    most: number,
    given: number,
    priceNumerator: number,
    priceDenominator: number,
    signedNumerator: number,
    signedDenominator: number,
  ): void;
  compareProducts(a: number, b: number, c: number, d: number): number;

  accountUses(number: number): number;
  feeUses(number: number): number;
  tapeBlock(): number;
  digestBlock(): number;
  givesBlock(): number;
  marketBlock(): number;
}

let compiled: WebAssembly.Module | undefined;

/** A new module with a memory of its own; all of them share their code. */
export function newBookModule(): BookModule {
  compiled ??= new WebAssembly.Module(bytes);
  // Exports of two instances have two shapes, and whoever calls both would look every function up again.
  return { ...new WebAssembly.Instance(compiled).exports } as unknown as BookModule;
}
