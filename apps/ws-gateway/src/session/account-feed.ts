import type { Address } from '@exchange/core/kernel';
import type { AccountNotice } from '@exchange/core/message';
import type { FeedFollower } from './feed-follower';

/** Notices that wait for a login's answer or for missed ones; when there are more, the feed counts as lost. */
const WAITING_MAX = 10_000;

/** What the owner still has of an account's notices after a sequence. */
export interface NoticesAfter {
  readonly accountSeq: number;
  readonly complete: boolean;
  readonly notices: readonly AccountNotice[];
}

export interface FeedSource {
  /** Undefined when the owner can't be asked now. */
  noticesAfter(account: Address, seq: number): Promise<NoticesAfter | undefined>;
  pause(): Promise<void>;
}

/**
 * The notices of one account in their dense order, for all its connections here. A gap is filled from the owner; what
 * the owner no longer has is lost, and the followers are told to start again.
 */
export class AccountFeed {
  /** The last notice handed on; undefined until a login's answer says where to begin. */
  private last: number | undefined;
  private waiting: AccountNotice[] = [];
  private filling = false;
  private readonly followers = new Set<FeedFollower>();

  constructor(
    readonly account: Address,
    private readonly source: FeedSource,
  ) {}

  get idle(): boolean {
    return this.followers.size === 0;
  }

  /** Whether an answer to a client waits for a notice that should have arrived. */
  get delaysAnswers(): boolean {
    for (const follower of this.followers) if (follower.waits) return true;
    return false;
  }

  /** The sequence up to which notices have been handed on. */
  get delivered(): number {
    return this.last ?? 0;
  }

  add(follower: FeedFollower): void {
    this.followers.add(follower);
  }

  remove(follower: FeedFollower): void {
    this.followers.delete(follower);
  }

  /** A login's answer holds the state at `seq`: notices go on from there. */
  begin(seq: number): void {
    if (this.last !== undefined) return;
    this.last = seq;
    this.applyWaiting();
  }

  take(notice: AccountNotice): void {
    if (this.last !== undefined && notice.seq <= this.last) return;
    if (this.last !== undefined && !this.filling && notice.seq === this.last + 1) {
      this.hand(notice);
      return;
    }
    this.waiting.push(notice);
    if (this.waiting.length > WAITING_MAX) this.lose();
    else if (this.last !== undefined) void this.fill();
  }

  /** The owner says that `seq` is the newest: asks for what is missing. */
  compare(seq: number): void {
    if (this.last !== undefined && seq > this.last) void this.fill();
  }

  /** Asks the owner for everything after the last notice. */
  async fill(): Promise<void> {
    if (this.filling) return;
    this.filling = true;
    while (!this.idle) {
      const after = await this.source.noticesAfter(this.account, this.delivered);
      if (after?.complete === false) {
        this.lose();
        break;
      }
      this.handRun([...(after?.notices ?? []), ...this.waiting]);
      if (after !== undefined && after.accountSeq <= this.delivered) break;
      await this.source.pause();
    }
    this.filling = false;
    this.applyWaiting();
  }

  private applyWaiting(): void {
    const notices = this.waiting.sort((a, b) => a.seq - b.seq);
    this.waiting = [];
    for (const notice of notices) this.take(notice);
  }

  /** Hands on those that follow the last one without a gap. */
  private handRun(notices: readonly AccountNotice[]): void {
    for (const notice of notices.toSorted((a, b) => a.seq - b.seq)) {
      if (notice.seq === this.delivered + 1) this.hand(notice);
    }
  }

  private hand(notice: AccountNotice): void {
    this.last = notice.seq;
    for (const follower of this.followers) follower.take(notice);
  }

  private lose(): void {
    this.waiting = [];
    // The next login begins afresh.
    this.last = undefined;
    const followers = [...this.followers];
    this.followers.clear();
    for (const follower of followers) follower.lose();
  }
}
