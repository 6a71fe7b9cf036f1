import type { Deployment } from '@exchange/edge/deployment';
import type { AddressRanges } from '@exchange/edge/limits';
import type { LiveMarkets, OwnerQueries } from '@exchange/edge/live-market';
import type { Clock, Log } from '@exchange/platform';
import type { WebPage } from '../page/web-page';
import type { RequestMeters } from './request-meters';
import type { AddressLimitOptions } from '../limits/address-limit';

/** All that the public port works with. */
export interface PublicParts {
  readonly markets: LiveMarkets;
  readonly owners: OwnerQueries;
  readonly deployment: Deployment;
  readonly clock: Clock;
  readonly log: Log;
  readonly limit: AddressLimitOptions;
  /** Older data is refused. */
  readonly dataAgeMaxMs: number;
  readonly trustedProxies: number;
  readonly ranges: AddressRanges;
  readonly meters: RequestMeters;
  /** The trading page; undefined where none was built. */
  readonly page?: WebPage | undefined;
}

/** Names under which the public module provides what has no class of its own. */
export const DEPLOYMENT = Symbol('deployment');
export const WEB_PAGE = Symbol('trading page');
export const CLIENT_LIMITS = Symbol('limits of a client');
