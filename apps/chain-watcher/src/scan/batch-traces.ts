import { batchSigned } from '@exchange/contract/bus';
import type { Hash } from '@exchange/core/kernel';
import { activeTrace, type Bus, type TracePoint, TracesBy } from '@exchange/platform';
import type { KnownChain } from './known-chain';
import type { Scan } from './scan';

/** The traces of batches on their way to the chain, by their transactions. Whose notice was missed ends with the batch. */
export class BatchTraces {
  readonly #known = new TracesBy<Hash>();

  /** Notes what the settlement service tells before a node gets a batch. */
  async listen(bus: Pick<Bus, 'subscribe'>): Promise<void> {
    await bus.subscribe(batchSigned.pattern, (_subject, data) => {
      const point = activeTrace();
      if (point !== undefined) this.#known.note(batchSigned.decode(data).transaction, point);
    });
  }

  /** Those whose transactions a look finds in new blocks, or in blocks that are final from now on. */
  of(scan: Scan, known: KnownChain): readonly TracePoint[] {
    if (this.#known.isEmpty) return [];
    const events = scan.blocks.flatMap((block) => block.events);
    const facts = known.unfinalUpTo(scan.finalUpTo).flatMap((block) => block.facts);
    return this.#known.of(new Set([...events, ...facts].map(({ transaction }) => transaction)));
  }
}
