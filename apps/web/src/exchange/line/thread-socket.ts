import type { Socket, SocketConstructor } from '@exchange/client';
import type { ToThread, FromThread } from './line-messages';

/** The part of a Worker that is used. */
export interface Thread {
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(asked: ToThread): void;
  terminate(): void;
}

/**
 * Websockets that a thread has (line-thread.ts). It is started when this is called, and anew for the next socket when it
 * couldn't be loaded or failed: then all sockets that it had are closed.
 */
export function threadSockets(start: () => Thread): SocketConstructor {
  const lines = new Map<number, Socket>();
  let last = 0;
  let thread: Thread | undefined;

  const started = (): Thread => {
    const own = start();
    own.onmessage = ({ data }: MessageEvent<readonly FromThread[]>) => {
      for (const told of data) tell(told);
      own.postMessage({ what: 'taken' });
    };
    own.onerror = () => {
      own.terminate();
      thread = undefined;
      for (const line of [...lines.keys()]) tell({ what: 'closed', line });
    };
    return own;
  };
  const tell = (told: FromThread): void => {
    const socket = lines.get(told.line);
    if (told.what === 'closed') lines.delete(told.line);
    const handler = { opened: socket?.onopen, frame: socket?.onmessage, closed: socket?.onclose }[told.what];
    (handler as ((event: { data?: string }) => void) | null | undefined)?.(
      told.what === 'frame' ? { data: told.text } : {},
    );
  };

  thread = started();
  return class implements Socket {
    onopen: Socket['onopen'] = null;
    onmessage: Socket['onmessage'] = null;
    onclose: Socket['onclose'] = null;
    onerror: Socket['onerror'] = null;
    readonly #line: number;

    /** Throws a TypeError for what is no address. */
    constructor(url: string) {
      const { href } = new URL(url);
      this.#line = last += 1;
      lines.set(this.#line, this);
      thread ??= started();
      thread.postMessage({ what: 'open', line: this.#line, url: href });
    }

    send(text: string): void {
      thread?.postMessage({ what: 'send', line: this.#line, text });
    }

    close(code?: number): void {
      thread?.postMessage({ what: 'close', line: this.#line, code });
    }
  };
}
