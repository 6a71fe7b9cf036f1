import { describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';
import { noWallDurations } from './durations.mjs';

const refuses = (code: string): boolean => {
  const rules: Linter.RulesRecord = { 'no-restricted-syntax': ['error', ...noWallDurations] };
  return new Linter().verify(code, [{ rules }]).length > 0;
};

describe('what has passed', () => {
  it.each([
    'const passed = clock.now() - since;',
    'const passed = this.clock.now() - since;',
    'if (deadline < edge.clock.now()) refuse();',
    'while (Date.now() < end) wait();',
    'if (systemClock.now() - this.heardAt > SILENCE_MS) begin();',
  ])('is not taken from the clock on the wall: %s', (code) => {
    expect(refuses(code)).toBe(true);
  });

  it.each([
    'const passed = clock.steady() - since;',
    'const passed = performance.now() - since;',
    'const where = { at: { gte: clock.now() - DAY_MS } };',
    'const at = clock.now();',
    'const deadline = clock.now() + leftMs;',
  ])('is taken from the steady clock, and moments from the wall: %s', (code) => {
    expect(refuses(code)).toBe(false);
  });
});
