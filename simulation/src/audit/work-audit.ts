import { ledgerMarket } from '@exchange/contract/bus';
import type { MemoryStore } from '@exchange/test/kit';
import { check } from './finding';

/** Holds the account-service to the work that a message may cause: a book is asked once to cancel an order. */
export class WorkAudit {
  private readonly seen = new Map<string, number>();
  private readonly asked = new Set<number>();

  constructor(private readonly store: MemoryStore) {}

  /** Looks at what was sent to the books since the last time. */
  check(): void {
    for (const [subject, messages] of this.store.outbox) {
      if (!subject.startsWith('ledger.v1.market.')) continue;
      const last = this.seen.get(subject) ?? 0;
      for (const { seq, data } of messages) if (seq > last) this.look(data);
      this.seen.set(subject, messages.at(-1)?.seq ?? last);
    }
  }

  private look(data: Uint8Array): void {
    for (const input of ledgerMarket.decode(data).inputs) {
      if (input.kind !== 'cancel') continue;
      const { orderId, reason } = input;
      check(!this.asked.has(orderId), () => `a book was asked to cancel order ${orderId} again: ${reason}`);
      this.asked.add(orderId);
    }
  }
}
