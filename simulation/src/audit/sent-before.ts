/** No frame's last answer takes longer, whatever fails; nor is anything of it carried out later, not even a late copy. */
export const GIVEN_UP_MS = 12_000;

/** How a frame ended. */
interface EndedFrame {
  /** Unix ms. */
  readonly now: number;
  /** No message was lost, doubled or late meanwhile. */
  readonly isCalm: boolean;
  /** Each of its commands has an outcome. */
  readonly isSure: boolean;
  /** It showed that no order is open, so that nothing of what was sent before is undecided either. */
  readonly isCleanedUp: boolean;
}

/** What a client knows of all that it sent before. */
export class SentBefore {
  /** All of it has an outcome. */
  isDecided = true;
  private copiesUntil = -Infinity;

  /**
   * Whether all of it has an outcome, and none can be carried out once more. Where messages are doubled the copy of an edit may
   * come after later edits, and is one more edit then.
   */
  isOver(now: number): boolean {
    return this.isDecided && now >= this.copiesUntil;
  }

  /** One more frame has ended. */
  ended({ now, isCalm, isSure, isCleanedUp }: EndedFrame): void {
    this.isDecided = isSure && (this.isDecided || isCleanedUp);
    if (!isCalm) this.copiesUntil = now + GIVEN_UP_MS;
  }
}
