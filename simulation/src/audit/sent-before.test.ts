import { describe, expect, it } from '@jest/globals';
import { GIVEN_UP_MS, SentBefore } from './sent-before';

const DECIDED = { isCalm: true, isSure: true, isCleanedUp: false };

describe('what a client knows of all that it sent before', () => {
  it('is over as soon as all has an outcome, while every message comes once', () => {
    const before = new SentBefore();
    before.ended({ ...DECIDED, now: 1_000 });
    expect(before.isOver(1_000)).toBe(true);
  });

  it('is not over while a copy of a command may still be carried out', () => {
    const before = new SentBefore();
    before.ended({ ...DECIDED, now: 1_000, isCalm: false });
    before.ended({ ...DECIDED, now: 2_000 });
    expect(before.isDecided).toBe(true);
    expect(before.isOver(1_000 + GIVEN_UP_MS - 1)).toBe(false);
    expect(before.isOver(1_000 + GIVEN_UP_MS)).toBe(true);
  });

  it('is undecided from a lost outcome until nothing is open', () => {
    const before = new SentBefore();
    before.ended({ ...DECIDED, now: 1_000, isSure: false });
    before.ended({ ...DECIDED, now: 20_000 });
    expect(before.isOver(20_000)).toBe(false);
    before.ended({ ...DECIDED, now: 21_000, isCleanedUp: true });
    expect(before.isOver(21_000)).toBe(true);
  });
});
