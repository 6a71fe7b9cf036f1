import { beforeEach, describe, expect, it } from '@jest/globals';
import { DefectError } from '@exchange/core/kernel';
import { FakeClock, settle } from '@exchange/test/kit';
import { repeat, until } from './repeat';

const START = 1_000;

let clock: FakeClock;
let stopping: AbortController;
/** When each run began, in ms from the start. */
let runs: number[];

beforeEach(() => {
  clock = new FakeClock(START);
  stopping = new AbortController();
  runs = [];
});

const everyTenth = () => ({ everyMs: 100, clock, signal: stopping.signal });
const note = () => void runs.push(clock.now() - START);

describe('a repetition', () => {
  it('runs at once and after each pause, until it is stopped', async () => {
    const ended = repeat(note, everyTenth());
    await clock.advance(250);
    expect(runs).toEqual([0, 100, 200]);
    stopping.abort();
    await ended;
    await clock.advance(1_000);
    expect(runs).toEqual([0, 100, 200]);
  });

  it('may begin with the pause, and then doesn’t run when it is stopped in it', async () => {
    const ended = repeat(note, { ...everyTenth(), pauseFirst: true });
    await clock.advance(150);
    expect(runs).toEqual([100]);
    const stopped = repeat(note, { ...everyTenth(), pauseFirst: true });
    stopping.abort();
    await Promise.all([ended, stopped]);
    expect(runs).toEqual([100]);
  });

  it('never overlaps: the pause begins when the run ends', async () => {
    void repeat(async () => {
      note();
      await clock.sleep(70);
    }, everyTenth());
    await clock.advance(400);
    expect(runs).toEqual([0, 170, 340]);
  });

  it('finishes a run that has begun, and no run follows a stop', async () => {
    let finished = false;
    const ended = repeat(async () => {
      note();
      await clock.sleep(70);
      finished = true;
    }, everyTenth());
    await settle();
    stopping.abort();
    await clock.advance(500);
    await ended;
    expect([runs, finished]).toEqual([[0], true]);
  });

  it('takes another pause, none, or the end from a run', async () => {
    const answers = [0, 30, undefined, 'done'] as const;
    const ended = repeat(() => {
      note();
      return answers[runs.length - 1];
    }, everyTenth());
    await clock.advance(500);
    await ended;
    expect(runs).toEqual([0, 0, 30, 130]);
  });

  it('tells of a failed run and goes on, after the pause that its listener asks for', async () => {
    const told: unknown[] = [];
    const error = new Error('not now');
    void repeat(
      () => {
        note();
        throw error;
      },
      {
        ...everyTenth(),
        failed: (cause) => {
          told.push(cause);
          return 150;
        },
      },
    );
    await clock.advance(200);
    expect([runs, told]).toEqual([
      [0, 150],
      [error, error],
    ]);
  });

  it('rejects with an error that nobody is told of, with a defect, and with what the listener throws', async () => {
    const failing = (error: Error) => () => {
      note();
      throw error;
    };
    const fault = new Error('not now');
    await expect(repeat(failing(fault), everyTenth())).rejects.toBe(fault);
    const defect = new DefectError('wrong');
    await expect(repeat(failing(defect), { ...everyTenth(), failed: () => undefined })).rejects.toBe(defect);
    const failed = (cause: unknown) => {
      throw cause;
    };
    await expect(repeat(failing(fault), { ...everyTenth(), failed })).rejects.toBe(fault);
    expect(runs).toEqual([0, 0, 0]);
  });
});

describe('waiting for a condition', () => {
  it('ends when it holds', async () => {
    let holds = false;
    let ended = false;
    void until(() => holds, everyTenth()).then(() => (ended = true));
    await clock.advance(150);
    expect(ended).toBe(false);
    holds = true;
    await clock.advance(50);
    expect(ended).toBe(true);
  });

  it('ends when it is stopped', async () => {
    const ended = until(() => false, everyTenth());
    await clock.advance(150);
    stopping.abort();
    await ended;
    expect(clock.nextWake).toBeUndefined();
  });
});
