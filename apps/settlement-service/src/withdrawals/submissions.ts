import { assert, present } from '@exchange/core/kernel';
import type { Submission } from '@exchange/core/message';
import type { SubmittedWithdrawal } from './submitted-withdrawal';

/** The submitted withdrawals that are not closed. */
export class Submissions {
  readonly #byEntry = new Map<number, SubmittedWithdrawal>();
  readonly #touched = new Map<number, SubmittedWithdrawal>();

  /** Takes up what the database holds. */
  restore(open: readonly SubmittedWithdrawal[]): void {
    this.#byEntry.clear();
    for (const item of open) this.#byEntry.set(item.submission.entryId, item);
  }

  get(entryId: number): SubmittedWithdrawal | undefined {
    return this.#byEntry.get(entryId);
  }

  /** Oldest first. */
  open(): readonly SubmittedWithdrawal[] {
    return [...this.#byEntry.values()].filter(({ stage }) => stage === 'open');
  }

  /** By what the contract's events name it. */
  ofNonce(account: string, nonce: number): SubmittedWithdrawal | undefined {
    return [...this.#byEntry.values()].find(
      ({ submission }) => submission.account === account && submission.nonce === nonce,
    );
  }

  add(submission: Submission): void {
    const { entryId, account, nonce } = submission;
    assert(!this.#byEntry.has(entryId), `entry ${entryId} is submitted twice`);
    assert(this.ofNonce(account, nonce) === undefined, `nonce ${nonce} of ${account} is submitted twice`);
    const item: SubmittedWithdrawal = { submission, stage: 'open', batchId: undefined, calls: 0 };
    this.#byEntry.set(entryId, item);
    this.#touched.set(entryId, item);
  }

  sent(entryId: number, batchId: number): void {
    const item = this.#change(entryId);
    assert(item.stage === 'open', `withdrawal ${entryId} is ${item.stage}, not open`);
    item.stage = 'sent';
    item.batchId = batchId;
  }

  mined(entryId: number): void {
    this.#change(entryId).stage = 'mined';
  }

  /** Its block was undone. */
  unmined(entryId: number): void {
    this.#change(entryId).stage = 'sent';
  }

  /** The call that carried it can't be mined any more. */
  reopened(entryId: number): void {
    const item = this.#change(entryId);
    item.stage = 'open';
    item.calls += 1;
  }

  close(entryId: number): void {
    this.#change(entryId).stage = 'closed';
    this.#byEntry.delete(entryId);
  }

  /** Those that changed since the last call, closed ones included. */
  takeTouched(): readonly SubmittedWithdrawal[] {
    const touched = [...this.#touched.values()];
    this.#touched.clear();
    return touched;
  }

  #change(entryId: number): SubmittedWithdrawal {
    const item = present(this.#byEntry.get(entryId), `submitted withdrawal ${entryId}`);
    this.#touched.set(entryId, item);
    return item;
  }
}
