import type { Address } from '@exchange/core/kernel';
import type { ChainFact, CosignRequest } from '@exchange/core/message';
import { EndedWithdrawals, withdrawalKey } from './ended-withdrawals';

export { withdrawalKey } from './ended-withdrawals';

/** A withdrawal that may be co-signed, and mined until its deadline (Unix seconds of block time). */
export interface AwaitedWithdrawal {
  readonly account: Address;
  readonly nonce: number;
  readonly deadline: number;
}

/** The withdrawal that a fact tells, or that its account voided; an exit has none. */
export const endedBy = (fact: ChainFact): string | undefined =>
  (fact.kind === 'withdrawn' && fact.by !== 'exit') || fact.kind === 'nonce_voided'
    ? withdrawalKey(fact)
    : undefined;

/**
 * What accounts asked to be co-signed, until a final block shows it or is past its deadline. The ledger gives such an amount
 * free when a final block is past the deadline without it, so no block is told as final before its absence is confirmed.
 */
export class AwaitedWithdrawals {
  readonly ended = new EndedWithdrawals();
  readonly #open = new Map<string, AwaitedWithdrawal>();
  readonly #touched = new Map<string, AwaitedWithdrawal>();

  /** Takes up what the database holds. */
  restore(rows: readonly AwaitedWithdrawal[]): void {
    this.#open.clear();
    for (const row of rows) this.#open.set(withdrawalKey(row), row);
  }

  /** What was asked for; the same request may come again, or after final blocks of up to this time that showed its end. */
  take(request: CosignRequest, finalTime: number): void {
    if (request.kind !== 'withdrawal' || this.ended.has(request, finalTime)) return;
    const { account, nonce, deadline } = request;
    this.#open.set(withdrawalKey(request), { account, nonce, deadline });
    this.#touched.set(withdrawalKey(request), { account, nonce, deadline });
  }

  /** Those that can't be mined after a block of this time. */
  dueAt(time: number): readonly AwaitedWithdrawal[] {
    return [...this.#open.values()].filter(({ deadline }) => deadline < time);
  }

  /** A block became final: what it shows, or is too late for, is no longer awaited. */
  passFinal({ time, facts }: { readonly time: number; readonly facts: readonly ChainFact[] }): void {
    this.ended.note(facts, time);
    for (const fact of facts) this.#end(endedBy(fact));
    for (const due of this.dueAt(time)) this.#end(withdrawalKey(due));
  }

  isOpen(withdrawal: AwaitedWithdrawal): boolean {
    return this.#open.has(withdrawalKey(withdrawal));
  }

  /** Those that changed since the last call. */
  takeTouched(): readonly AwaitedWithdrawal[] {
    const touched = [...this.#touched.values()];
    this.#touched.clear();
    return touched;
  }

  #end(key: string | undefined): void {
    const ended = key === undefined ? undefined : this.#open.get(key);
    if (key === undefined || ended === undefined) return;
    this.#open.delete(key);
    this.#touched.set(key, ended);
  }
}
