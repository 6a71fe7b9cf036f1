/** The part of a WebSocket that is used: of browsers, and of the package `ws`. */
export interface Socket {
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
  onerror: ((event: never) => void) | null;
  send(text: string): void;
  close(code?: number, reason?: string): void;
}

export type SocketConstructor = new (url: string) => Socket;

/** The WebSocket of the browser (or of Node from 22 on). */
export function globalSocket(): SocketConstructor {
  const { WebSocket: constructor } = globalThis as { WebSocket?: SocketConstructor };
  if (constructor !== undefined) return constructor;
  throw new Error('this runtime has no WebSocket: pass { socket: WebSocket } from the package ws');
}
