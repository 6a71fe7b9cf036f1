import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { DataFolder } from '../settings/data-folder';
import { StartedProcesses } from './left-processes';

describe('the list of started processes', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('is written as soon as a full disk has room again, and until then nothing ends', () => {
    let isFull = false;
    let saved: unknown;
    const save: DataFolder['save'] = (_name, value) => {
      if (isFull) throw new Error('ENOSPC: no space left on device');
      saved = value;
    };
    const started = new StartedProcesses({ save } as DataFolder);
    started.add(process.pid, 'one');
    isFull = true;
    started.remove(process.pid);
    jest.advanceTimersByTime(5_000);
    expect(saved).toMatchObject([{ name: 'one' }]);
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining('ENOSPC'));
    isFull = false;
    jest.advanceTimersByTime(1_000);
    expect(saved).toEqual([]);
  });
});
