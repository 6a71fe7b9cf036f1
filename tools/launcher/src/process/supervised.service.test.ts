import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Program } from './child';
import { type DataFolder, openDataFolder } from '../settings/data-folder';
import { StartedProcesses } from './left-processes';
import { Progress } from './progress';
import { Supervised } from './supervised';

describe('a supervised program', () => {
  let folder: DataFolder;
  let supervised: Supervised;
  let stopped: Promise<void> | undefined;
  const sleeper = (): Program => ({
    ...{ name: 'sleeper', command: process.execPath, args: ['-e', 'setInterval(() => 0, 1000)'] },
    ...{ env: {}, logFile: folder.file('logs', 'sleeper.log'), stopSignal: 'SIGTERM', stopMs: 5_000 },
  });

  beforeEach(() => {
    const parent = mkdtempSync(path.join(os.tmpdir(), 'exchange-supervised-'));
    chmodSync(parent, 0o755);
    folder = openDataFolder(parent);
  });
  afterEach(async () => {
    supervised.kill();
    await stopped;
    rmSync(folder.path, { recursive: true, force: true });
  });

  it('has come and ended when it was stopped while it was being started', async () => {
    supervised = new Supervised(sleeper(), new StartedProcesses(folder), new Progress(() => undefined));
    const started = supervised.start();
    await supervised.stop();
    expect(folder.read('processes.json')).toEqual([]);
    await started;
  });

  it('ends when it is stopped just as it is started again', async () => {
    let starts = 0;
    const program: Program = {
      ...sleeper(),
      prepare: () => {
        starts += 1;
        if (starts === 2) stopped = supervised.stop();
      },
    };
    supervised = new Supervised(program, new StartedProcesses(folder), new Progress(() => undefined));
    await supervised.start();
    await supervised.beginAgain();
    while (stopped === undefined) await new Promise(setImmediate);
    await stopped;
    expect(starts).toBe(2);
  });
});
