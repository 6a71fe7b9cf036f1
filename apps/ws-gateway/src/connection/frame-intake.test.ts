import { beforeEach, describe, expect, it } from '@jest/globals';
import { FrameIntake } from './frame-intake';

describe('the frames of a client', () => {
  let rounds: (() => void)[];
  let later: (() => void)[];
  let reading: boolean;
  let taken: number[];
  let intake: FrameIntake;
  let now: number;

  beforeEach(() => {
    [rounds, later, taken, reading, now] = [[], [], [], true, 0];
    intake = new FrameIntake({
      socket: { pause: () => (reading = false), resume: () => (reading = true) },
      now: () => now,
      soon: (run) => rounds.push(run),
      later: (run) => later.push(run),
    });
  });
  const receive = (frame: number, wasted = 0) =>
    intake.receive(() => {
      taken.push(frame);
      return wasted;
    });
  const round = () => {
    for (const run of rounds.splice(0)) run();
  };

  it('are taken at once, and then one in each round', () => {
    for (const frame of [1, 2, 3]) receive(frame);
    expect(taken).toEqual([1]);
    round();
    expect(taken).toEqual([1, 2]);
    round();
    round();
    receive(4);
    expect(taken).toEqual([1, 2, 3, 4]);
    expect(reading).toBe(true);
  });

  it('are not read from the socket while many wait', () => {
    for (let frame = 0; frame <= 64; frame += 1) receive(frame);
    expect(reading).toBe(false);
    for (let count = 0; count < 65; count += 1) round();
    expect([reading, taken.length]).toEqual([true, 65]);
  });

  it('that come to nothing by the thousand make it wait for a second, and are all answered after it', () => {
    receive(1, 1_001);
    receive(2);
    round();
    expect([taken, reading]).toEqual([[1], false]);
    now = 1_000;
    for (const run of later.splice(0)) run();
    expect(taken).toEqual([1, 2]);
    round();
    expect(reading).toBe(true);
  });

  it('that were there before it went are still taken, unless it was a flood', () => {
    for (const frame of [1, 2, 3]) receive(frame);
    intake.end();
    round();
    receive(4);
    expect(taken).toEqual([1, 2, 3]);
  });

  it('of a flood that went are dropped', () => {
    receive(1, 1_001);
    receive(2);
    intake.end();
    for (const run of later.splice(0)) run();
    expect(taken).toEqual([1]);
  });
});
