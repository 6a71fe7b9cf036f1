import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { RunnableCommand } from './pod';
import { onThisMachine } from './image';

const OUTPUT_MAX = 20_000;

/** A container's process. */
export class ContainerProcess {
  private readonly child: ChildProcess;
  private text = '';

  constructor(readonly command: RunnableCommand) {
    const [program = '', ...args] = onThisMachine(command.words);
    this.child = spawn(program, args, {
      cwd: command.folder,
      env: { PATH: process.env['PATH'], ...command.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (part: Buffer) => {
        this.text = (this.text + part.toString()).slice(-OUTPUT_MAX);
      });
    }
  }

  /** The end of what it wrote. */
  get output(): string {
    return this.text;
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Its exit code, or the signal that ended it, when it has ended. */
  async end(): Promise<number | string> {
    if (!this.hasEnded) await once(this.child, 'exit');
    return this.child.exitCode ?? this.child.signalCode ?? '';
  }

  /** As kubelet stops a container. */
  async terminate(signal: 'SIGTERM' | 'SIGINT', withinMs: number): Promise<number | string> {
    this.child.kill(signal);
    const late = setTimeout(() => this.child.kill('SIGKILL'), withinMs);
    const code = await this.end();
    clearTimeout(late);
    return code;
  }
}
