import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A program of whatever language that a test started. */
export interface StartedProgram {
  /** What it wrote so far, errors too. */
  output(): string;
  /** Its exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
}

/** Starts a program in an environment. It is killed if it still runs when the tests end. */
export function startedProgram(
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  cwd = process.cwd(),
): StartedProgram {
  const env = { ...environment, NODE_OPTIONS: '' };
  const child = spawn(program, [...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const ended = once(child, 'close').then(([code]) => {
    process.off('exit', kill);
    return code as number | null;
  });
  return { output: () => output, ended };
}
