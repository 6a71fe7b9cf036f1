import { describe, expect, it } from '@jest/globals';
import { warningOf } from './log-file';

describe('warnings in a log', () => {
  it('are the lines of level warn and above', () => {
    expect(warningOf('{"level":"info","msg":"started"}')).toBeUndefined();
    expect(warningOf('{"level":"warn","msg":"slow turn"}')).toBe('slow turn');
  });

  it('name the error that goes with them', () => {
    const line = '{"level":"error","msg":"turn failed","err":{"message":"connection lost"}}';
    expect(warningOf(line)).toBe('turn failed: connection lost');
  });

  it.each(['', 'plain text', '{"level":"error","msg":"cut sh', '{"no":"level"}'])('are not in %p', (line) => {
    expect(warningOf(line)).toBeUndefined();
  });
});
