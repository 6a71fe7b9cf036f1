import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The clocks of the exchange's processes, which can be set without touching the machine's. */
export class StepClock {
  readonly #file: string;
  readonly #script: string;

  /** `folder`: the exchange's; the clocks lie beside it, since it must be empty at first. */
  constructor(root: string, folder: string) {
    this.#file = `${folder}.clock`;
    this.#script = path.join(root, 'tools/kit/running/moved-clock.mjs');
    this.set('services', 0);
    this.set('gateways', 0);
  }

  /** What the exchange is to be started with. */
  environment(): NodeJS.ProcessEnv {
    return { NODE_OPTIONS: `--import=${this.#script}`, MOVED_CLOCK: this.#file };
  }

  /** Sets the wall clocks of ws-gateways, or of all other processes, ahead of the machine's (behind if negative). */
  set(whose: 'services' | 'gateways', aheadMs: number): void {
    writeFileSync(whose === 'services' ? this.#file : `${this.#file}.gateways`, String(aheadMs));
  }

  remove(): void {
    rmSync(this.#file, { force: true });
    rmSync(`${this.#file}.gateways`, { force: true });
  }
}
