import { describe, expect, it } from '@jest/globals';
import { FakeClock, KeptLog, MemoryDatabase, settle } from '@exchange/test/kit';
import { CommitLine } from './commit-line';
import type { DecidedTurn } from './round';
import { silentTurnMetrics } from './turn-metrics';

/** A turn that only its number tells from others. */
const turnOf = (waiting: number): DecidedTurn => ({
  ...{ inputs: [], commit: { changes: [], positions: [], outbox: [] }, decision: { outputs: [] } as never },
  ...{ traced: undefined, waiting, prepareMs: 0, decideMs: 0, decidedAt: 0 },
});

describe('the line of commits', () => {
  it.each(Array.from({ length: 12 }, (_, steps) => steps))(
    'commits a turn that is added %d steps of the loop after the last',
    async (steps) => {
      const committed: number[] = [];
      const line = new CommitLine({
        ...{ database: new MemoryDatabase(), clock: new FakeClock(), log: new KeptLog() },
        ...{ metrics: silentTurnMetrics, signal: new AbortController().signal, confirm: undefined },
        committed: (turns) => void committed.push(...turns.map(({ waiting }) => waiting)),
        failed: (error) => expect(error).toBeUndefined(),
      });
      line.add(turnOf(1));
      for (let step = 0; step < steps; step += 1) await Promise.resolve();
      line.add(turnOf(2));
      await settle();
      expect(committed).toEqual([1, 2]);
      await line.idle();
    },
  );
});
