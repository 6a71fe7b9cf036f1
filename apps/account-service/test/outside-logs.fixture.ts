import type { StreamName } from '@exchange/contract/bus';
import type { Bus } from '@exchange/platform';
import { settle } from '@exchange/test/kit';

/** Writes the logs of other services, each in its dense sequence. */
export class OutsideLogs {
  readonly #seqs = new Map<string, number>();

  constructor(private readonly bus: Bus) {}

  /** Comes back when whoever reads it has had the time to take it. */
  async append(stream: StreamName, subject: string, content: (seq: number) => Uint8Array): Promise<void> {
    const seq = (this.#seqs.get(subject) ?? 0) + 1;
    this.#seqs.set(subject, seq);
    await this.bus.publishLog(stream, subject, [{ seq, data: content(seq) }]);
    for (let round = 0; round < 10; round += 1) await settle();
  }
}
