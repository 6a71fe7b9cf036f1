/** Index of nothing: no order, no level. */
export const NONE = -1;

/*
 * Cells of typed arrays at indexes that exist. One function for each type of array: one for all would make every
 * access ask which type it has.
 */
export const int = (cells: Int32Array, index: number): number => cells[index] as number;
export const float = (cells: Float64Array, index: number): number => cells[index] as number;
export const big = (cells: BigUint64Array, index: number): bigint => cells[index] as bigint;

/** The same cells with room for more. */
export function grownInts(cells: Int32Array, capacity: number): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(capacity);
  grown.set(cells);
  return grown;
}

export function grownFloats(cells: Float64Array, capacity: number): Float64Array<ArrayBuffer> {
  const grown = new Float64Array(capacity);
  grown.set(cells);
  return grown;
}
