import { bool, object, uint, type ValueOf, variants } from '../codec';
import { controlInput } from './control-input';
import { marketInput } from './market-input';

/**
 * An input of a market as the engine's record keeps it: what came, and when it was accepted (Unix ms). The record also
 * decides, for ever, the order of inputs that came from different partitions.
 */
export const recordedInput = object({
  at: uint,
  input: variants({
    ...marketInput.kinds,
    ...controlInput.kinds,
    /** The engine's own: while it catches up after a restart the market is cancel_only, whatever its status is. */
    restarting: { restarting: bool },
    /** Also its own: from the next input on, the market is matched by this version of the rules. The first is 1. */
    rules_version: { version: uint },
  }),
});
export type RecordedInput = ValueOf<typeof recordedInput>;
