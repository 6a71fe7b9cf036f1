import { describe, expect, it } from '@jest/globals';
import { warningOf } from './log-file';

describe('warnings in a log', () => {
  it('are the lines of level 40 and above', () => {
    expect(warningOf('{"level":30,"msg":"started"}')).toBeUndefined();
    expect(warningOf('{"level":40,"msg":"slow turn"}')).toBe('slow turn');
  });

  it('name the error that goes with them', () => {
    const line = '{"level":50,"msg":"turn failed","err":{"message":"connection lost"}}';
    expect(warningOf(line)).toBe('turn failed: connection lost');
  });

  it.each(['', 'plain text', '{"level":50,"msg":"cut sh', '{"no":"level"}'])('are not in %p', (line) => {
    expect(warningOf(line)).toBeUndefined();
  });
});
