import { hash } from '@exchange/core/kernel';
import type { OperatorOrder } from '@exchange/core/message';

/** The operator's log, as owners of state hear of it: their orders are its entries, one after the other, with made-up hashes. */
export class OperatorLog {
  private seq = 0;

  /** The next entry. */
  next(): OperatorOrder {
    this.seq += 1;
    return { seq: this.seq, hash: hash(`0x${this.seq.toString(16).padStart(64, '0')}`) };
  }

  /** What a command says, ordered by the next entry. */
  ordered<C>(content: C): C & { order: OperatorOrder } {
    return { ...content, order: this.next() };
  }
}
