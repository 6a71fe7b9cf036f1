import { dataQueries } from '@exchange/contract/bus';
import type { Result } from '@exchange/core/kernel';
import type { Requester } from '@exchange/platform';
import type { PublicSnapshot } from './live-market';

const REPLY_MS_MAX = 2_000;

/** Asks market-data for the state of a market. */
export type AskSnapshot = (market: string) => Promise<Result<PublicSnapshot>>;

/** Snapshots over the bus; `sender` is the gateway's own token. */
export function snapshotsFrom(requester: Requester, sender: string): AskSnapshot {
  return (market) => requester.ask(dataQueries.marketSnapshotQuery, [sender], { market }, REPLY_MS_MAX);
}
