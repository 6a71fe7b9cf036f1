import { accountNotice, accountQueries } from '@exchange/contract/bus';
import { type Address, type Partition, partitionOf } from '@exchange/core/kernel';
import type { Bus, Clock, Subscription } from '@exchange/platform';
import { AccountFeed, type FeedSource } from './account-feed';
import { type AccountOwner, ownerAnswer } from './account-owner';
import { FeedFollower, type FeedListener } from './feed-follower';
import type { OwnerAnswer } from './partition-owners';

const PAUSE_MS = 200;

interface OpenFeed {
  readonly feed: AccountFeed;
  readonly subscription: Promise<Subscription>;
}

/** The notices of all accounts that are connected here: one plain subscription for each. */
export class AccountFeeds {
  private readonly open = new Map<Address, OpenFeed>();
  private readonly source: FeedSource;

  constructor(
    private readonly bus: Bus,
    private readonly owner: AccountOwner,
    clock: Clock,
  ) {
    this.source = {
      noticesAfter: async (account, seq) => {
        const query = accountQueries.noticesAfterQuery;
        const reply = await owner.askPartition(query, partitionOf(account), { account, seq });
        return reply.ok ? reply.value : undefined;
      },
      pause: () => clock.sleep(PAUSE_MS),
    };
  }

  /** Joins an account's notices; resolves once none can be missed any more. */
  async follow(account: Address, listener: FeedListener): Promise<FeedFollower> {
    const opened = this.open.get(account) ?? this.openFeed(account);
    const follower = new FeedFollower(opened.feed, listener, () => this.closeWhenIdle(account, opened));
    opened.feed.add(follower);
    try {
      await opened.subscription;
    } catch (error) {
      follower.stop();
      throw error;
    }
    return follower;
  }

  /** Asks for notices that answers to clients already wait for. */
  hurry(): void {
    for (const { feed } of this.open.values()) if (feed.delaysAnswers) void feed.fill();
  }

  /** Compares every account's sequence with the owner's: finds notices that were lost on the way. */
  async compare(): Promise<void> {
    const accounts = Array.from(this.open.keys(), (account) => ({
      owner: partitionOf(account),
      about: account,
    }));
    await this.owner.partitions.each(accounts, (owner, some) => this.compareSome(owner, some));
  }

  private async compareSome(owner: Partition, accounts: readonly Address[]): Promise<OwnerAnswer> {
    const query = accountQueries.accountSeqsQuery;
    const reply = await this.owner.askPartition(query, owner, { accounts: [...accounts] });
    if (reply.ok) for (const { account, seq } of reply.value.seqs) this.open.get(account)?.feed.compare(seq);
    return ownerAnswer(reply);
  }

  private openFeed(account: Address): OpenFeed {
    const feed = new AccountFeed(account, this.source);
    const subscription = this.bus.subscribe(accountNotice.subject(account), (_subject, data) =>
      feed.take(accountNotice.decode(data)),
    );
    const opened = { feed, subscription };
    this.open.set(account, opened);
    return opened;
  }

  private closeWhenIdle(account: Address, opened: OpenFeed): void {
    if (!opened.feed.idle || this.open.get(account) !== opened) return;
    this.open.delete(account);
    // One that never came about needs no end.
    void opened.subscription.then(
      (subscription) => subscription.stop(),
      () => undefined,
    );
  }
}
