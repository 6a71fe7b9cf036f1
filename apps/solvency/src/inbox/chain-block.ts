import { chainBlock } from '@exchange/contract/bus';
import { handle } from './solvency-turn';

/** Which blocks are final, by the chain-watcher: the check's own node must have the same ones. */
export const takeChainBlock = handle(chainBlock, {
  decide({ state }, { message: { news } }) {
    for (const block of news) {
      if (block.kind === 'final' && !block.more)
        state.passFinal(block.number, { hash: block.hash, time: block.time });
    }
  },
});
