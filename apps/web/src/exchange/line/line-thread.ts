/**
 * The thread that has the page's lines to the exchange. A browser brings each frame of a websocket as a task of its own, of
 * which a thousand a second leave a page no time to draw; here they are gathered, and brought together.
 */
import type { ToThread, FromThread } from './line-messages';
import { Outbox } from './outbox';

/** A page that takes nothing any more is given up before its frames fill the memory; it comes back, and reads anew. */
const UNTAKEN_MAX = 50_000;

const lines = new Map<number, WebSocket>();
const outbox = new Outbox<FromThread>((all) => postMessage(all));

function open(line: number, url: string): void {
  const socket = new WebSocket(url);
  lines.set(line, socket);
  socket.onopen = () => outbox.put({ what: 'opened', line });
  socket.onmessage = ({ data }) => {
    outbox.put({ what: 'frame', line, text: String(data) });
    if (outbox.length > UNTAKEN_MAX) socket.close();
  };
  socket.onclose = () => {
    lines.delete(line);
    outbox.put({ what: 'closed', line });
  };
}

addEventListener('message', ({ data: asked }: MessageEvent<ToThread>) => {
  switch (asked.what) {
    case 'open':
      return open(asked.line, asked.url);
    case 'send':
      return lines.get(asked.line)?.send(asked.text);
    case 'close':
      return lines.get(asked.line)?.close(asked.code);
    case 'taken':
      return outbox.taken();
  }
});
