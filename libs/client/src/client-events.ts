import type { Channel, ServerEventName, ServerEventOf } from '@exchange/core/wire';
import type { ExchangeError } from './exchange-error';

/** What a client can listen to: every server event by its name, and what happens to the connection. */
export type ClientEvents = {
  [N in ServerEventName]: ServerEventOf<N> & { readonly channel: Channel; readonly rid: number | undefined };
} & {
  /** Connected, logged in again and subscribed again: ask for snapshots of what may have changed meanwhile. */
  connected: undefined;
  /** `retryInMs` is undefined when the client was closed on purpose. */
  disconnected: { readonly retryInMs: number | undefined };
  /** The login couldn't be renewed after a reconnect: authenticate again. */
  loginLost: ExchangeError;
  /** The server sent something that can't be read, or coming back after a reconnect failed. */
  fault: unknown;
};
