import type { Endpoints } from '../../../kit/running/endpoints';

/** Reads the metrics of every process now and then, as Prometheus does, until it is stopped. */
export class Scrapes {
  readonly #underWay = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #made = 0;
  #failed = 0;
  #firstFailure = '';

  /** `everyMs`: a scrape that takes longer than until the next one has failed. */
  constructor(
    private readonly processes: Endpoints['processes'],
    private readonly everyMs: number,
  ) {
    this.#timer = setInterval(() => this.#look(), everyMs);
    this.#look();
  }

  /** Makes no more, and waits for those under way. Throws when one failed: what a scrape costs was not measured then. */
  async end(): Promise<void> {
    await this.stop();
    if (this.#failed === 0) return;
    throw new Error(
      `${this.#failed} of ${this.#made} scrapes of metrics failed, so what they cost was not measured; the first: ${this.#firstFailure}`,
    );
  }

  /** Makes no more, and waits for those under way. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#underWay);
  }

  #look(): void {
    for (const { name, health } of this.processes) {
      const scrape = this.#scrape(health)
        .catch((error: unknown) => {
          this.#failed += 1;
          this.#firstFailure ||= `${name}: ${reasonOf(error)}`;
        })
        .finally(() => this.#underWay.delete(scrape));
      this.#made += 1;
      this.#underWay.add(scrape);
    }
  }

  async #scrape(health: string): Promise<void> {
    const signal = AbortSignal.timeout(this.everyMs);
    const answer = await fetch(new URL('/metrics', health), { signal });
    const { byteLength } = await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`it answered ${answer.status}`);
    if (byteLength === 0) throw new Error('it said nothing');
  }
}

/** The cause is what says more, of a request that never came to an answer. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message || message : message;
}
