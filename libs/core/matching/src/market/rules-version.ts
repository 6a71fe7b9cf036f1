import { assert } from '@exchange/core/kernel';
import type { MarketState } from './market-state';

/**
 * The version of the rules by which a market is matched. What was recorded without a version is of version 1, and is done
 * again by its rules for ever:
 * - 1: only time commands move the market's time.
 * - 2: every input does, and who has ended by then leaves before it is matched.
 */
export const RULES_VERSION = 2;
export const FIRST_RULES_VERSION = 1;

/** Whether every input moves the market's time, and not only a time command. */
export const inputsMoveTime = ({ rulesVersion }: Pick<MarketState, 'rulesVersion'>): boolean =>
  rulesVersion >= 2;

/** From the next input on, these are the rules. Throws a DefectError on rules that this program doesn't know. */
export function changeRulesVersion(state: MarketState, version: number): void {
  assert(isKnown(version), `unknown version of the rules: ${version}`);
  assert(version >= state.rulesVersion, `the rules went back to version ${version}`);
  state.rulesVersion = version;
}

const isKnown = (version: number): boolean =>
  Number.isInteger(version) && version >= FIRST_RULES_VERSION && version <= RULES_VERSION;
