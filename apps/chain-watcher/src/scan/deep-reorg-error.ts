import type { BlockId } from './chain-reader';

/**
 * The chain no longer has a block that readers were told is final: deposits that were credited may not exist. The
 * watcher stops; what to do is an operator's decision (a chain reset, a wrong node, too few confirmations).
 */
export class DeepReorgError extends Error {
  override readonly name = 'DeepReorgError';

  constructor(final: BlockId, head: number) {
    super(
      `block ${final.number} (${final.hash}) was told as final, but the chain, whose head is ${head}, does not ` +
        'have it. Check the node; a dev chain that lost its state needs a fresh database too.',
    );
  }
}
