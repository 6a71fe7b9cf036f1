import type { OrderStore } from '../market/market';
import { fastWaiting } from '../waiting/fast-waiting';
import { MemoryBook } from './memory-book';
import { MemoryMatching } from './memory-matching';

/** The orders of a market in the memory of a module of its own, which matches plain ones. */
export function memoryStore(): OrderStore {
  const book = new MemoryBook();
  return { book, matching: new MemoryMatching(book), ...fastWaiting() };
}
