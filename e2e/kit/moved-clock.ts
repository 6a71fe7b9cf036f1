import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Chain } from './chain';
import type { RunningExchange } from './running-exchange';

const script = path.resolve(import.meta.dirname, '../../tools/kit/running/moved-clock.mjs');

/** The clock of an exchange and its chain, which a test can set forward. */
export class MovedClock {
  readonly #file: string;
  #aheadMs = 0;

  constructor(exchange: RunningExchange) {
    this.#file = path.join(exchange.folder, 'moved-clock');
  }

  /** Unix ms by the clock of all but the gateways. */
  now(): number {
    return Date.now() + this.#aheadMs;
  }

  /** What the exchange is to be started with. Its folder must be its own already: it was started before. */
  environment(): NodeJS.ProcessEnv {
    writeFileSync(this.#file, String(this.#aheadMs));
    this.gatewaysFollow();
    return { NODE_OPTIONS: `--import=${script}`, MOVED_CLOCK: this.#file };
  }

  /** Sets the clocks of all processes forward, or back, as somebody might do on the machine; the chain stays as it is. */
  set(seconds: number): void {
    this.setServices(seconds);
    this.gatewaysFollow();
  }

  /** The same for all but the gateways: from then on the clocks of services are apart. */
  setServices(seconds: number): void {
    this.#aheadMs += seconds * 1000;
    writeFileSync(this.#file, String(this.#aheadMs));
  }

  /** Sets the gateways forward as well. */
  gatewaysFollow(): void {
    writeFileSync(`${this.#file}.gateways`, String(this.#aheadMs));
  }

  /** Sets the blocks to come and the processes forward, all but the gateways, so that these tell what comes of it. */
  async forward(chain: Chain, seconds: number): Promise<void> {
    await chain.provider.send('evm_increaseTime', [seconds]);
    this.setServices(seconds);
  }
}
