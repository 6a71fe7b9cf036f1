import { ExchangeError } from '../exchange-error';

/** A handler of any of the event types that runtimes give: `never` fits them all. */
type Handler = ((event: never) => void) | null;

/** The part of a WebSocket that is used: of browsers, and of the package `ws`. */
export interface Socket {
  onopen: Handler;
  onmessage: Handler;
  onclose: Handler;
  onerror: Handler;
  send(text: string): void;
  close(code?: number, reason?: string): void;
}

export type SocketConstructor = new (url: string) => Socket;

/** The WebSocket of the browser (or of Node from 22 on). */
export function globalSocket(): SocketConstructor {
  const { WebSocket: constructor } = globalThis as { WebSocket?: SocketConstructor };
  if (constructor !== undefined) return constructor;
  throw new ExchangeError(
    'INVALID_FIELD',
    'this runtime has no WebSocket: pass { socket: WebSocket } from the package ws',
  );
}
