import type { BlockNews } from '@exchange/core/message';
import { handlersOf, type InboxTypes, type NoticeOutput } from '@exchange/platform';
import type { KnownChain } from '../scan/known-chain';
import type { AwaitedWithdrawals } from '../withdrawals/awaited-withdrawals';

/** What a look at the chain is applied to, and what the turn gathers. */
export interface WatcherTurn {
  readonly known: KnownChain;
  readonly chainId: number;
  readonly awaited: AwaitedWithdrawals;
  readonly news: BlockNews[];
  readonly notices: NoticeOutput[];
}

export interface WatcherInbox extends InboxTypes {
  readonly deps: undefined;
  readonly turn: WatcherTurn;
  readonly needs: never;
}

/** Declares a handler of the watcher. */
export const handle = handlersOf<WatcherInbox>();
