import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { until } from '../../kit/until';

const DONE = 'block-is-done';
const BLOCK_MS_MAX = 300_000;
const STOP_MS_MAX = 60_000;

/** A shell that is typed into, block by block. Its output is shown. */
export class Terminal {
  readonly #shell: ChildProcess;
  #output = '';
  #blocks = 0;

  constructor(cwd: string, env: NodeJS.ProcessEnv) {
    // A group of its own, so that what it started can be stopped with it.
    this.#shell = spawn('bash', ['-eu', '-o', 'pipefail', '-s'], { cwd, env, detached: true });
    const keep = (chunk: Buffer) => {
      this.#output += chunk.toString();
      process.stdout.write(chunk);
    };
    this.#shell.stdout?.on('data', keep);
    this.#shell.stderr?.on('data', keep);
  }

  get output(): string {
    return this.#output;
  }

  /** Types commands, and waits until they have ended well. */
  async run(commands: string): Promise<void> {
    const mark = `${DONE}-${(this.#blocks += 1)}`;
    this.type(`${commands}\necho ${mark}\n`);
    await this.says(mark);
  }

  type(commands: string): void {
    this.#shell.stdin?.write(commands);
  }

  /** Waits until it has said something. Throws if it ends before. */
  async says(text: string): Promise<void> {
    const looked = async () => {
      if (this.#output.includes(text)) return true;
      if (this.#shell.exitCode === null && this.#shell.signalCode === null) return undefined;
      throw new Error(`a command failed; its terminal ended with code ${this.#shell.exitCode}`);
    };
    await until(looked, {
      ...{ everyMs: 50, timeoutMs: BLOCK_MS_MAX },
      failure: () => `a terminal didn't say "${text}" within ${BLOCK_MS_MAX / 1000} s`,
    });
  }

  /** Ctrl-C, then the end of the shell, and of what it left in the background. */
  async stop(): Promise<void> {
    const { pid } = this.#shell;
    if (pid === undefined || this.#shell.exitCode !== null || this.#shell.signalCode !== null) return;
    const ended = once(this.#shell, 'exit');
    this.#shell.stdin?.end();
    process.kill(-pid, 'SIGINT');
    const hard = setTimeout(() => {
      killGroup(pid);
    }, STOP_MS_MAX);
    await ended;
    clearTimeout(hard);
    killGroup(pid);
  }
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // Nobody is left in it.
  }
}
