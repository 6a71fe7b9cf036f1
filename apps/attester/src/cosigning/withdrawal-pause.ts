/** Whether withdrawals wait, and why, as the standing check said. What waits is co-signed when that is over, if it isn't late then. */
export class WithdrawalPause {
  #reason: string | undefined;
  #changed = false;

  restore(reason: string | undefined): void {
    this.#reason = reason;
  }

  get isOn(): boolean {
    return this.#reason !== undefined;
  }

  /** `reason`: a sentence for people; undefined when it is over. */
  take(reason: string | undefined): void {
    this.#changed ||= reason !== this.#reason;
    this.#reason = reason;
  }

  /** What there is now, if it changed since the last call. */
  takeChange(): { readonly reason: string | undefined } | undefined {
    const change = this.#changed ? { reason: this.#reason } : undefined;
    this.#changed = false;
    return change;
  }
}
