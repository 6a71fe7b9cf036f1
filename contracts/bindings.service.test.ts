import { expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';

it('has committed bindings that are what the contract compiles to', () => {
  const { status, stdout, stderr } = spawnSync('node', ['contracts/compile.mjs', '--check'], {
    encoding: 'utf8',
  });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
}, 180_000);
