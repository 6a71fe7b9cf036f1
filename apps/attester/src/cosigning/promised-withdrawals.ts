import type { Address, TokenAmount } from '@exchange/core/kernel';
import type { Submission } from '@exchange/core/message';

/** Tokens that may leave an account by a signature that is out: as long as its nonce is free and its time isn't over. */
export interface PromisedWithdrawal {
  readonly account: Address;
  readonly token: Address;
  readonly amount: TokenAmount;
  readonly nonce: number;
  /** Unix seconds of block time. */
  readonly deadline: number;
}

/** Names what a withdrawal uses up. */
export const nonceKey = ({ account, nonce }: Pick<PromisedWithdrawal, 'account' | 'nonce'>): string =>
  `${account}:${nonce}`;

/** The withdrawals that accounts signed themselves, and that the exchange may give to the contract. */
export class SubmittedWithdrawals {
  readonly #byEntry = new Map<number, Submission>();
  readonly #touched = new Map<number, Submission | undefined>();

  restore(open: readonly Submission[]): void {
    this.#byEntry.clear();
    for (const item of open) this.#byEntry.set(item.entryId, item);
  }

  all(): readonly Submission[] {
    return [...this.#byEntry.values()];
  }

  add(item: Submission): void {
    this.#byEntry.set(item.entryId, item);
    this.#touched.set(item.entryId, item);
  }

  /** It was paid, or is given up. */
  end(entryId: number): void {
    if (this.#byEntry.delete(entryId)) this.#touched.set(entryId, undefined);
  }

  /** Those that changed since the last call; undefined: ended. */
  takeTouched(): readonly (readonly [entryId: number, item: Submission | undefined])[] {
    const touched = [...this.#touched];
    this.#touched.clear();
    return touched;
  }
}
