import type { BlockNews } from '@exchange/core/message';
import { handlersOf, type InboxTypes, type NoticeOutput } from '@exchange/platform';
import type { KnownChain } from '../scan/known-chain';

/** What a look at the chain is applied to, and what the turn gathers. */
export interface WatcherTurn {
  readonly known: KnownChain;
  readonly chainId: number;
  /** How many blocks must stand on a block until it is final. */
  readonly confirmations: number;
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
