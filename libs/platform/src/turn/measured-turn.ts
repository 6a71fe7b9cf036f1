import type { CommitLine } from './commit-line';
import type { InputQueue } from './input-queue';
import type { LogIntakes } from './log-intakes';
import type { OutboxKeeper } from './outbox-keeper';
import type { OutboxPublisher } from './outbox-publisher';
import type { MeasuredTurn } from './turn-metrics';

interface TurnParts {
  readonly queue: InputQueue;
  readonly line: CommitLine;
  readonly intakes: LogIntakes;
  readonly publisher: OutboxPublisher;
  readonly keeper: OutboxKeeper;
  /** The newest stored message of each own subject. */
  readonly heads: ReadonlyMap<string, number>;
}

/** A turn as its metrics see it. */
export const measuredTurn = (
  turn: Pick<MeasuredTurn, 'ready'>,
  { queue, line, intakes, publisher, keeper, heads }: TurnParts,
): MeasuredTurn => ({
  get ready() {
    return turn.ready;
  },
  get waiting() {
    return queue.length;
  },
  get uncommitted() {
    return line.length;
  },
  get gaps() {
    return intakes.gaps;
  },
  get unpublished() {
    return publisher.unpublished;
  },
  readerLags: () => keeper.lags(heads),
});
