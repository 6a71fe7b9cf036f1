import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeClock, KeptLog } from '@exchange/test/kit';
import { RoundLoop, type RoundLoopOptions } from './round-loop';

const START = 1_000;

describe('rounds', () => {
  let clock: FakeClock;
  let log: KeptLog;
  let turn: { ready: boolean };
  /** When each round began, in ms from the start. */
  let rounds: number[];
  let outcome: () => Promise<unknown>;

  beforeEach(() => {
    [clock, log, turn, rounds] = [new FakeClock(START), new KeptLog(), { ready: true }, []];
    outcome = async () => undefined;
  });

  function begin(options: Partial<RoundLoopOptions> = {}): RoundLoop {
    const run = () => {
      rounds.push(clock.now() - START);
      return outcome();
    };
    const loop = new RoundLoop({
      ...{ run, turn, clock, log },
      everyMs: 100,
      failed: 'it failed',
      ...options,
    });
    loop.onApplicationBootstrap();
    return loop;
  }

  it('follow one another while the turn is ready, until the app stops', async () => {
    turn.ready = false;
    const loop = begin();
    await clock.advance(250);
    turn.ready = true;
    await clock.advance(250);
    turn.ready = false;
    await clock.advance(300);
    expect(rounds).toEqual([300, 400, 500]);
    turn.ready = true;
    loop.onModuleDestroy();
    await clock.advance(1_000);
    expect(rounds).toHaveLength(3);
  });

  it('wait for longer after one that was refused, or that failed, which the log tells', async () => {
    const outcomes = [() => Promise.resolve('refused' as const), () => Promise.reject(new Error('no node'))];
    outcome = () => outcomes.shift()?.() ?? Promise.resolve('done' as const);
    const loop = begin();
    await clock.advance(1_750);
    expect(rounds).toEqual([0, 800, 1_600, 1_700]);
    expect(log.of('warn')).toMatchObject([{ message: 'it failed', fields: { err: { message: 'no node' } } }]);
    loop.onModuleDestroy();
  });

  it('wait for as many pauses after a failure as is said', async () => {
    outcome = () => Promise.reject(new Error('no node'));
    const loop = begin({ pausesAfterFailure: 1 });
    await clock.advance(250);
    expect(rounds).toEqual([0, 100, 200]);
    loop.onModuleDestroy();
  });
});
