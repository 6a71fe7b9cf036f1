import { RestClient } from '@exchange/client';

const ASK_EVERY_MS = 100;

/** A well-behaved reader over REST: it asks for what is listed, one question after the other. */
export class GoodReader {
  readonly delaysMs: number[] = [];
  /** Answers that were none. */
  failures = 0;
  private stopping = false;
  private readonly reading: Promise<void>;

  constructor(rest: string) {
    this.reading = this.read(new RestClient(rest));
  }

  /** Waits for the last answer. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.reading;
  }

  private async read(client: RestClient): Promise<void> {
    while (!this.stopping) {
      const asked = performance.now();
      try {
        await client.listed();
        this.delaysMs.push(performance.now() - asked);
      } catch {
        // Counted: in the end it is said how often.
        this.failures += 1;
      }
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    }
  }
}
