import { always, hash, listOf, optional, uint, type ValueOf, variants } from '../codec';
import { chainFact } from './chain-fact';

const block = { number: uint, hash };
const facts = listOf(chainFact);

/** A block was seen, became final, or was undone by a reorganisation (undone newest first). Time in Unix seconds. */
export const blockNews = variants({
  seen: { ...block, parent: hash, time: uint, facts },
  /**
   * The facts of a final block are repeated, so that a reader needs no memory of seen ones. With `more` others of its facts
   * follow: nothing may be concluded from what is missing yet.
   */
  final: { ...block, time: uint, facts, more: optional(always(true)) },
  undone: { ...block, facts },
});
export type BlockNews = ValueOf<typeof blockNews>;
export type BlockNewsOf<K extends BlockNews['kind']> = Extract<BlockNews, { kind: K }>;
