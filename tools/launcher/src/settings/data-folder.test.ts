import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { clearDataFolder, openDataFolder } from './data-folder';
import { identify } from '../process/process-identity';
import { openSecrets } from './secrets';
import { lockFolder } from '../process/start-lock';

describe('the data folder', () => {
  let parent: string;

  beforeEach(() => {
    parent = mkdtempSync(path.join(os.tmpdir(), 'exchange-data-'));
  });

  afterEach(() => {
    rmSync(parent, { recursive: true, force: true });
  });

  const open = () => openDataFolder(path.join(parent, 'data'));

  it('gives back what was saved, to its owner alone', () => {
    open().save('things.json', { one: 1 });
    expect(open().read('things.json')).toEqual({ one: 1 });
    expect(open().read('others.json')).toBeUndefined();
    expect(statSync(open().file('things.json')).mode & 0o777).toBe(0o600);
  });

  it('refuses a folder that holds something else', () => {
    writeFileSync(path.join(parent, 'letter.txt'), 'dear reader');
    expect(() => openDataFolder(parent)).toThrow('holds something else');
    expect(existsSync(path.join(parent, 'logs'))).toBe(false);
  });

  it('forgets everything but its lock', () => {
    const folder = open();
    const unlock = lockFolder(folder);
    folder.save('secrets.json', {});
    clearDataFolder(folder);
    expect(folder.read('secrets.json')).toBeUndefined();
    expect(() => lockFolder(folder)).toThrow('runs already');
    unlock();
  });

  it('keeps secrets, and makes each at random', () => {
    const secrets = openSecrets(open());
    const [one, other] = [secrets.of('one'), secrets.of('other')];
    expect(one).toMatch(/^[0-9a-f]{64}$/);
    expect(other).not.toBe(one);
    expect(openSecrets(open()).of('one')).toBe(one);
    expect(statSync(open().file('secrets.json')).mode & 0o777).toBe(0o600);
  });

  it('belongs to one start at a time', () => {
    const unlock = lockFolder(open());
    expect(() => lockFolder(open())).toThrow(`started by process ${process.pid}`);
    unlock();
    lockFolder(open())();
  });

  it('is free again when the start that had it was killed, even if its number is in use', () => {
    const folder = open();
    writeFileSync(
      folder.file('lock.json'),
      JSON.stringify({ ...identify(process.pid), started: 'long ago' }),
    );
    const unlock = lockFolder(folder);
    expect(JSON.parse(readFileSync(folder.file('lock.json'), 'utf8'))).toEqual(identify(process.pid));
    unlock();
  });
});
