import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port';
import { TEST_PASSWORD } from './start-postgres';

const ROOT = path.resolve(import.meta.dirname, '../../../../..');
const LOOK_EVERY_MS = 20;

/** What `/health/ready` says, and whether it is ready. */
export interface Told {
  readonly isReady: boolean;
  readonly [fact: string]: unknown;
}

/** An app as it is deployed: its bundle, with the threads that it starts beside it. */
export class AppBundle {
  private readonly folder: string;

  constructor(private readonly app: string) {
    // Within the workspace, since the bundle finds packages with binaries there.
    mkdirSync(path.join(ROOT, 'dist'), { recursive: true });
    this.folder = mkdtempSync(path.join(ROOT, 'dist', `${app}-under-test-`));
    const outdir = JSON.stringify(path.relative(ROOT, this.folder));
    const build = `(await import('./tools/build/bundle.mjs')).bundleApp('${app}', { outdir: ${outdir} })`;
    execFileSync(process.execPath, ['--input-type=module', '--eval', `await ${build}`], { cwd: ROOT });
  }

  async start(environment: NodeJS.ProcessEnv): Promise<AppProgram> {
    const port = await freePort();
    const env = {
      ...{ NATS_USER: this.app, NATS_PASSWORD: TEST_PASSWORD },
      ...{ DATABASE_PASSWORD: TEST_PASSWORD, INTERNAL_PORT: String(port), LOG_LEVEL: 'warn' },
      ...environment,
    };
    const child = spawn(process.execPath, [path.join(this.folder, 'main.js')], { env, cwd: this.folder });
    return new AppProgram(child, port);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A process of the app. */
export class AppProgram {
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  output = '';

  constructor(
    private readonly child: ChildProcess,
    private readonly port: number,
  ) {
    const keep = (data: Buffer) => (this.output += data.toString());
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    this.ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Waits until it tells this, and returns after how many milliseconds that was. */
  async tells(wanted: Partial<Told>, within: number): Promise<number> {
    const began = performance.now();
    let last: Told | undefined;
    while (performance.now() - began < within) {
      last = await this.told();
      if (last && Object.entries(wanted).every(([fact, value]) => last?.[fact] === value)) {
        return performance.now() - began;
      }
      await delay(LOOK_EVERY_MS);
    }
    throw new Error(
      `not ${JSON.stringify(wanted)} but ${JSON.stringify(last)}:\n${this.output.slice(-3_000)}`,
    );
  }

  async metrics(): Promise<string> {
    return (await fetch(`http://127.0.0.1:${this.port}/metrics`)).text();
  }

  private async told(): Promise<Told | undefined> {
    try {
      const answer = await fetch(`http://127.0.0.1:${this.port}/health/ready`, {
        signal: AbortSignal.timeout(1_000),
      });
      return { ...((await answer.json()) as Omit<Told, 'isReady'>), isReady: answer.ok };
    } catch {
      // It doesn't listen yet, or is stopped.
      return undefined;
    }
  }
}
