import { sweepByRules } from '../../src/execution/sweep';
import type { Matching, OrderStore } from '../../src/market/market';
import { NaiveBook } from './naive-book';
import { naiveWaiting } from './naive-waiting';

/** Everything by the rules on objects. */
const byRules: Matching = { begin: () => undefined, sweep: sweepByRules };

/**
 * The slow and obvious place for a market's orders: arrays and objects, without the book's module. A market in it is the
 * measure of what one in memory must do.
 */
export const naiveStore = (): OrderStore => ({ book: new NaiveBook(), matching: byRules, ...naiveWaiting() });
