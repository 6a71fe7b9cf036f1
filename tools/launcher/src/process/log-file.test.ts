import { describe, expect, it } from '@jest/globals';
import { appendFileSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { keepShort, warningOf } from './log-file';

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

it('a long log is moved aside while its program goes on writing', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'exchange-log-'));
  const file = path.join(folder, 'app.log');
  const log = openSync(file, 'a');
  writeSync(log, 'first line\n');
  keepShort(file, 11);
  appendFileSync(file, 'second line\n');
  keepShort(file, 11);
  writeSync(log, 'third line\n');
  closeSync(log);
  expect(readFileSync(`${file}.1`, 'utf8')).toBe('first line\nsecond line\n');
  expect(readFileSync(file, 'utf8')).toBe('third line\n');
  rmSync(folder, { recursive: true });
});
