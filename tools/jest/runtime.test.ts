import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import * as ethers from 'ethers';
import { readFileSync } from 'node:fs';

const require = createRequire(import.meta.url);

interface Environment {
  teardown(): Promise<void>;
}
const Environment = require('./environment.cjs') as new (options: object) => Environment;
const config = { projectConfig: { fakeTimers: {} } };

/** What reading a file that isn't there throws. */
function thrownByNode(): unknown {
  try {
    return readFileSync('no such file');
  } catch (error) {
    return error;
  }
}

describe('a test file', () => {
  it('is of the realm of Node and of the packages', () => {
    expect(thrownByNode()).toBeInstanceOf(Error);
    expect(Object.getPrototypeOf(JSON.parse('{}'))).toBe(Object.prototype);
    expect(Object.getPrototypeOf(ethers.getBytes('0x00'))).toBe(Uint8Array.prototype);
    expect(() => ethers.getBytes('no bytes')).toThrow(TypeError);
  });

  it('has what it changed in the process set right after it', async () => {
    const names = () => ({ variables: Object.keys(process.env), globals: Reflect.ownKeys(globalThis) });
    const [before, log, folder] = [names(), globalThis.console, process.cwd()];
    const path = process.env['PATH'];
    const environment = new Environment(config);
    Object.assign(globalThis, { leftBehind: true, console: undefined });
    Object.assign(process.env, { LEFT_BEHIND: 'yes', PATH: '/nowhere' });
    process.chdir('/');
    await environment.teardown();
    expect(names()).toEqual(before);
    expect(process.env['PATH']).toBe(path);
    expect(globalThis.console).toBe(log);
    expect(process.cwd()).toBe(folder);
  });
});
