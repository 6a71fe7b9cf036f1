import { chainMetrics } from '@exchange/contract/metrics';
import { type Clock, inSeconds, type Meters, type Turn } from '@exchange/platform';
import type { ChainPoll } from './chain-poll';
import type { KnownChain } from './scan/known-chain';

interface Measured {
  readonly turn: Turn;
  readonly poll: Pick<ChainPoll, 'figures'>;
  readonly known: KnownChain;
  readonly clock: Clock;
}

/** How far the chain is, how far it is known, and what was undone. A standby doesn't look, and shows nothing of it. */
export function measureChain(meters: Meters, { turn, poll, known, clock }: Measured): void {
  const active = (read: () => number | undefined) => () => (turn.isStandingBy ? undefined : read());
  meters.read(
    chainMetrics.headBlock,
    active(() => poll.figures.head),
  );
  meters.read(
    chainMetrics.finalBlock,
    active(() => known.final?.number),
  );
  meters.read(
    chainMetrics.blocksBehind,
    active(() => poll.figures.blocksBehind),
  );
  meters.read(
    chainMetrics.chainLag,
    active(() => inSeconds(poll.figures.quietMs)),
  );
  meters.read(
    chainMetrics.blockAge,
    active(() => known.tip && Math.max(0, inSeconds(clock.now()) - known.tip.time)),
  );
  meters.read(chainMetrics.reorganisations, () => known.undone.looks);
  meters.read(chainMetrics.undoneBlocks, () => known.undone.blocks);
}
