import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { everyFrame } from './pace';

const page = globalThis as unknown as {
  requestAnimationFrame(call: () => void): number;
  cancelAnimationFrame(frame: number): void;
};

describe('what is done once a frame', () => {
  let asked: Map<number, () => void>;
  let now: number;
  beforeEach(() => {
    asked = new Map();
    now = 0;
    let last = 0;
    page.requestAnimationFrame = (call) => {
      asked.set((last += 1), call);
      return last;
    };
    page.cancelAnimationFrame = (frame) => void asked.delete(frame);
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => void jest.restoreAllMocks());
  const frame = () => {
    const calls = [...asked.values()];
    asked.clear();
    for (const call of calls) call();
  };

  it('is done once, however often it is asked for, and not without', () => {
    const call = jest.fn();
    const paced = everyFrame(call);
    paced.ask();
    paced.ask();
    expect(call).not.toHaveBeenCalled();
    frame();
    frame();
    expect(call).toHaveBeenCalledTimes(1);
  });

  it.each([
    [3, [1, 2, 3, 4]],
    [3.1, [1, 1, 2, 2]],
  ])('that takes %d ms is done in these frames', (takes, expected) => {
    let times = 0;
    const paced = everyFrame(() => {
      times += 1;
      now += takes;
    });
    const counted = [1, 2, 3, 4].map(() => {
      paced.ask();
      frame();
      return times;
    });
    expect(counted).toEqual(expected);
  });

  it('is not done any more when it is stopped, also in a frame that was left out', () => {
    const call = jest.fn(() => void (now += 10));
    const paced = everyFrame(call);
    paced.ask();
    frame();
    paced.ask();
    frame();
    paced.stop();
    frame();
    expect(call).toHaveBeenCalledTimes(1);
  });
});
