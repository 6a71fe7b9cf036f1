import type { WithdrawalNonce } from '@exchange/contract/chain';

export const withdrawalKey = ({ account, nonce }: WithdrawalNonce): string => `${account}:${nonce}`;

/** Withdrawals in memory, one each, and which of them the database is to hear of. */
export class WithdrawalRows<Row extends WithdrawalNonce> {
  readonly #kept = new Map<string, Row>();
  readonly #touched = new Map<string, Row>();

  /** Takes up what the database holds. */
  restore(rows: readonly Row[]): void {
    this.#kept.clear();
    for (const row of rows) this.#kept.set(withdrawalKey(row), row);
  }

  /** Those that changed since the last call: as they are now, or were when they were dropped. */
  takeTouched(): readonly Row[] {
    const touched = [...this.#touched.values()];
    this.#touched.clear();
    return touched;
  }

  isKept(withdrawal: WithdrawalNonce): boolean {
    return this.#kept.has(withdrawalKey(withdrawal));
  }

  protected all(): Iterable<Row> {
    return this.#kept.values();
  }

  protected keep(row: Row): void {
    this.#kept.set(withdrawalKey(row), row);
    this.#touched.set(withdrawalKey(row), row);
  }

  protected drop(withdrawal: WithdrawalNonce): void {
    const key = withdrawalKey(withdrawal);
    const row = this.#kept.get(key);
    if (row === undefined) return;
    this.#kept.delete(key);
    this.#touched.set(key, row);
  }
}
