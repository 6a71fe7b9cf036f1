import type {
  Channel,
  EntryView,
  OrderView,
  ServerEventName,
  ServerEventOf,
  UserTradeView,
} from '@exchange/core/wire';
import type { ConnectionState } from './connection/state';
import type { LoginState } from './login/login';
import type { BookFault } from './market/local-book';
import type { TrackedOrder } from './orders/tracked-order';

/** What a client can listen to: every server event by its name, and what the client makes of them. */
export type ClientEvents = {
  [N in ServerEventName]: ServerEventOf<N> & { readonly channel: Channel; readonly rid: number | undefined };
} & {
  /** How the client stands with the server now. */
  state: ConnectionState;
  /** Who the client is to the exchange now; `loginNeeded` when it can't become that by itself. */
  login: LoginState;
  /** Connected, logged in again and subscribed again: ask for snapshots of what may have changed meanwhile. */
  connected: undefined;
  /** `retryInMs` is undefined when the client was closed on purpose. */
  disconnected: { readonly retryInMs: number | undefined };
  /** A change of an own order, told once, over lost connections too. */
  order: OrderView;
  /** An order of `orders` has another state. */
  orderState: TrackedOrder;
  /** An own trade, told once and in order, over lost connections too. */
  fill: UserTradeView;
  /** A ledger entry, or a change of one, told once and in order, over lost connections too. */
  entry: EntryView;
  /** After a login: everything that was missed has been told. */
  caughtUp: undefined;
  /** The book can't be believed; it has been dropped, or marked, and asked for again. */
  bookFault: { readonly market: string; readonly fault: BookFault };
  /** The server sent something that can't be read, or coming back after a reconnect failed. */
  fault: unknown;
};
