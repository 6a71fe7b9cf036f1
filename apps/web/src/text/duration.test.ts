import { describe, expect, it } from '@jest/globals';
import { duration } from './duration';

describe('how long something takes', () => {
  it.each([
    [0, '0 seconds'],
    [-5, '0 seconds'],
    [0.2, '1 second'],
    [61, '1 minute 1 second'],
    [3_600, '1 hour'],
    [7_384, '2 hours 3 minutes'],
    [86_400, '1 day'],
    [176_400, '2 days 1 hour'],
  ])('%d s are %s', (seconds, words) => expect(duration(seconds)).toBe(words));
});
