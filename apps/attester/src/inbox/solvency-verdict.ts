import { solvencyVerdict } from '@exchange/contract/bus';
import { handle } from './attester-turn';

/**
 * The standing check found figures that differ, or that they agree again: until then no withdrawal is co-signed, whenever it was
 * asked for.
 */
export const takeSolvencyVerdict = handle(solvencyVerdict, {
  decide({ state }, { message: { difference } }) {
    state.pause.take(difference?.sentence);
  },
});
