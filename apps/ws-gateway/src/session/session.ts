import type { Address } from '@exchange/core/kernel';
import type { FeeTierView } from '@exchange/core/message';
import type { FeedFollower } from './feed-follower';

/** A login of a connection: in whose name its commands go, and how it hears of the account. */
export interface Session {
  readonly account: Address;
  /** The delegate whose key was used; undefined for the account's own. */
  readonly delegate: Address | undefined;
  /** What account-service gave out for this connection; every private command and query carries it. */
  readonly grant: string;
  readonly follower: FeedFollower;
  /** Its orders are canceled when it is lost: account-service must hear that it lives. */
  watched: boolean;
  /** Tenths of points per window that the operator gave the account; undefined for the usual figure. */
  pointTenths: number | undefined;
  /** The tier that the connection was told last. */
  feeTier: FeeTierView;
}
