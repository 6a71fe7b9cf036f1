import type { Crypto, SigningDomain } from '@exchange/core/order';
import type { Deployment } from '@exchange/edge/deployment';
import type { AddressRanges } from '@exchange/edge/limits';
import type { LiveMarkets, OwnerQueries } from '@exchange/edge/live-market';
import type { Clock, Log } from '@exchange/platform';
import type { EdgeMeters } from './edge-meters';
import type { AddressBook } from './limits/address-book';
import type { ExhaustedAccounts } from './limits/exhausted-accounts';
import type { ChainChannel } from './outbox/chain-channel';
import type { ExchangeChannel } from './outbox/exchange-channel';
import type { MarketChannels } from './outbox/market-channels';
import type { RateChannels } from './outbox/rate-channels';
import type { AccountFeeds } from './session/account-feeds';
import type { AccountOwner } from './session/account-owner';
import type { AwaitedOutcomes } from './session/awaited-outcomes';
import type { LoginQueue } from './session/login-queue';

/** Everything that the commands of all connections need. */
export interface Edge {
  /** This process's own token on the bus, which origins name. */
  readonly gateway: string;
  readonly deployment: Deployment;
  readonly domain: SigningDomain;
  readonly crypto: Crypto;
  /** Proxies in front of this gateway. */
  readonly trustedProxies: number;
  readonly ranges: AddressRanges;
  readonly addresses: AddressBook;
  readonly exhausted: ExhaustedAccounts;
  readonly clock: Clock;
  readonly log: Log;
  readonly meters: EdgeMeters;
  readonly markets: LiveMarkets;
  readonly channels: MarketChannels;
  readonly rates: RateChannels;
  readonly chain: ChainChannel;
  readonly exchange: ExchangeChannel;
  readonly owner: AccountOwner;
  readonly logins: LoginQueue;
  readonly past: OwnerQueries;
  readonly feeds: AccountFeeds;
  readonly outcomes: AwaitedOutcomes;
}
