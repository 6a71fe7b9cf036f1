import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Outbox } from './outbox';

describe('what a thread tells', () => {
  let handed: (readonly number[])[];
  let outbox: Outbox<number>;
  beforeEach(() => {
    jest.useFakeTimers();
    handed = [];
    outbox = new Outbox((all) => handed.push(all));
  });
  afterEach(() => void jest.useRealTimers());
  const put = (...all: readonly number[]) => {
    for (const one of all) outbox.put(one);
  };

  it('is handed over at once after a while of silence', () => {
    put(1);
    expect(handed).toEqual([[1]]);
    outbox.taken();
    jest.advanceTimersByTime(16);
    put(2);
    expect(handed).toEqual([[1], [2]]);
  });

  it('comes together with what follows within a frame, in order', () => {
    put(1);
    outbox.taken();
    put(2, 3);
    jest.advanceTimersByTime(10);
    put(4);
    expect(handed).toEqual([[1]]);
    jest.advanceTimersByTime(6);
    expect(handed).toEqual([[1], [2, 3, 4]]);
  });

  it('waits until the last was taken, however long that is', () => {
    put(1, 2);
    jest.advanceTimersByTime(1_000);
    put(3);
    expect([handed, outbox.length]).toEqual([[[1]], 2]);
    outbox.taken();
    expect([handed, outbox.length]).toEqual([[[1], [2, 3]], 0]);
  });

  it('of nothing is nothing', () => {
    put(1);
    outbox.taken();
    jest.advanceTimersByTime(1_000);
    expect(handed).toEqual([[1]]);
  });
});
