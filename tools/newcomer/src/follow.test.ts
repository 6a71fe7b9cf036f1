import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { until } from '../../kit/until';
import type { ShellBlock } from './blocks';
import { follow } from './follow';

const block = (commands: string, more: Partial<ShellBlock> = {}): ShellBlock => ({
  ...{ commands, until: undefined, alone: false },
  ...more,
});
beforeEach(() => {
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const never = new AbortController().signal;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Commands that run on, and say what runs. */
const runsOn = (name: string) => `bash -c 'echo "${name} is $$"; exec sleep 600'`;

async function pidsIn(said: () => string, names: readonly string[]): Promise<readonly number[]> {
  return until(
    async () => {
      const found = names.map((name) => Number(new RegExp(`${name} is (\\d+)`).exec(said())?.[1]));
      return found.every((pid) => pid > 0) ? found : undefined;
    },
    { everyMs: 20, timeoutMs: 10_000, failure: said },
  );
}

/** What the walk's terminals say, as it is shown. */
function listen(): { said: () => string; stop: () => void } {
  const { write } = process.stdout;
  let said = '';
  process.stdout.write = (chunk: string | Uint8Array) => {
    said += String(chunk);
    return true;
  };
  return {
    said: () => said,
    stop: () => {
      process.stdout.write = write;
    },
  };
}

const blocks = [block(runsOn('beside'), { until: 'beside is' }), block(runsOn('first'))];

it('leaves nothing running when it is cut off in the middle', async () => {
  const cut = new AbortController();
  const shown = listen();
  try {
    const walk = follow(blocks, cut.signal);
    const pids = await pidsIn(shown.said, ['beside', 'first']);
    expect(pids.map(isAlive)).toEqual([true, true]);
    cut.abort(new Error('cut off'));
    await expect(walk).rejects.toThrow('cut off');
    expect(pids.map(isAlive)).toEqual([false, false]);
  } finally {
    shown.stop();
  }
});

it('nor when a command fails, or all went well', async () => {
  const shown = listen();
  try {
    await expect(follow([...blocks.slice(0, 1), block('false')], never)).rejects.toThrow('a command failed');
    expect(await follow([...blocks.slice(0, 1), block('echo all is well')], never)).toContain('all is well');
    const found = [...shown.said().matchAll(/beside is (\d+)/g)].map(([, pid]) => Number(pid));
    expect(found).toHaveLength(2);
    expect(found.map(isAlive)).toEqual([false, false]);
  } finally {
    shown.stop();
  }
});
