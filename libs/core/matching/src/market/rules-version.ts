import { assert } from '@exchange/core/kernel';
import type { RecordedInput } from '@exchange/core/message';
import { impliedBought } from '../order/open-order';
import type { MarketState } from './market-state';

/**
 * The version of the rules by which a market is matched. What was recorded without a version is of version 1, and is done
 * again by its rules for ever:
 * - 1: only time commands move the market's time.
 * - 2: every input does, and who has ended by then leaves before it is matched. An order whose part in the book is used up
 *   while signed amounts are left waits for an edit, instead of being done.
 * - 3: rounding never breaks what a taker signed; before, it could lose one unit of 10 000 or more. An order that ends as dust
 *   with more than a hundredth of it left is canceled, instead of being filled.
 */
export const RULES_VERSION = 3;
export const FIRST_RULES_VERSION = 1;

/** Whether every input moves the market's time, and not only a time command. */
export const inputsMoveTime = ({ rulesVersion }: Pick<MarketState, 'rulesVersion'>): boolean =>
  rulesVersion >= 2;

/** Whether an order with signed amounts left waits for an edit when its part in the book is used up. */
export const unmatchedOrdersWait = ({ rulesVersion }: Pick<MarketState, 'rulesVersion'>): boolean =>
  rulesVersion >= 2;

/** Whether a taker gets what it signed to the last unit, and a rest that counts as filled is small. */
export const takersKeepTerms = ({ rulesVersion }: Pick<MarketState, 'rulesVersion'>): boolean =>
  rulesVersion >= 3;

/** Whether a report tells a trade and what became of its orders in one part. */
export const tradesToldWhole = ({ rulesVersion }: Pick<MarketState, 'rulesVersion'>): boolean =>
  rulesVersion >= 2;

/** The version of the rules for what follows on an input, where that of the input itself is `version`. */
export const rulesAfter = (version: number, { input }: RecordedInput): number =>
  input.kind === 'rules_version' ? input.version : version;

/** From the next input on, these are the rules. Throws a DefectError on rules that this program doesn't know. */
export function changeRulesVersion(state: MarketState, version: number): void {
  assert(isKnown(version), `unknown version of the rules: ${version}`);
  assert(version >= state.rulesVersion, `the rules went back to version ${version}`);
  if (!unmatchedOrdersWait(state)) countBought(state);
  state.rulesVersion = version;
}

/** Whether they were followed from their first trade on or restored amid: open orders have bought what their numbers imply. */
function countBought({ book, suspended }: MarketState): void {
  for (const side of ['buy', 'sell'] as const) {
    for (const order of book.orders(side))
      book.progress(order.orderId, { ...order, bought: impliedBought(order) });
  }
  for (const order of [...suspended.values()])
    suspended.set(order.orderId, { ...order, bought: impliedBought(order) });
}

const isKnown = (version: number): boolean =>
  Number.isInteger(version) && version >= FIRST_RULES_VERSION && version <= RULES_VERSION;
