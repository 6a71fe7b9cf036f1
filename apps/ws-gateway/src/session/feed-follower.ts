import type { AccountNotice } from '@exchange/core/message';

/** What a follower asks of its account's feed. */
interface FollowedFeed {
  /** The sequence up to which notices have been handed on. */
  readonly delivered: number;
  begin(seq: number): void;
  remove(follower: FeedFollower): void;
}

export interface FeedListener {
  notice(notice: AccountNotice): void;
  /** Notices are lost for good: the client must start again from snapshots. */
  lost(): void;
}

/**
 * One connection's view of an account's notices. It joins before the login is sent, so that nothing is missed, and
 * begins at the login's answer, which holds everything up to its accountSeq.
 */
export class FeedFollower {
  private from: number | undefined;
  private waiting: AccountNotice[] = [];
  private held: { readonly seq: number; readonly run: () => void }[] = [];
  private stopped = false;
  private readonly watchers = new Set<(notice: AccountNotice) => void>();

  constructor(
    private readonly feed: FollowedFeed,
    private readonly listener: FeedListener,
    private readonly left: () => void,
  ) {}

  begin(seq: number): void {
    this.from = seq;
    this.feed.begin(seq);
    const notices = this.waiting;
    this.waiting = [];
    for (const notice of notices) this.take(notice);
    this.release();
  }

  take(notice: AccountNotice): void {
    if (this.from === undefined) {
      this.waiting.push(notice);
      return;
    }
    if (notice.seq <= this.from) return;
    this.listener.notice(notice);
    for (const watch of this.watchers) watch(notice);
    this.release();
  }

  /** Runs once every notice up to `seq` has been handed on: an answer must not be older than what came before it. */
  whenDelivered(seq: number, run: () => void): void {
    if (this.stopped || seq <= this.reached) run();
    else this.held.push({ seq, run });
  }

  /** Hears the notices as they are handed on, until the returned function is called. */
  watch(watcher: (notice: AccountNotice) => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  /** Whether answers wait for notices that should have arrived. */
  get waits(): boolean {
    return this.held.length > 0;
  }

  lose(): void {
    this.listener.lost();
  }

  /** Leaves the feed. Answers that waited are given now: no notice will come before them any more. */
  stop(): void {
    if (this.stopped) return;
    this.stopped = true;
    this.feed.remove(this);
    const { held } = this;
    this.held = [];
    for (const { run } of held) run();
    this.left();
  }

  private get reached(): number {
    return Math.max(this.from ?? 0, this.feed.delivered);
  }

  private release(): void {
    const { held, reached } = this;
    if (held.length === 0) return;
    this.held = held.filter(({ seq }) => seq > reached);
    for (const { seq, run } of held) if (seq <= reached) run();
  }
}
