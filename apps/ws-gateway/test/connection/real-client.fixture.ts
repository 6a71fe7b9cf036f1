import { once } from 'node:events';
import type { ClientRequestArgs } from 'node:http';
import { type ClientOptions, WebSocket } from 'ws';

/** A real client: its frames as text, and how it was closed. */
export class RealClient {
  readonly frames: string[] = [];
  readonly closed: Promise<number>;
  private readonly opened: Promise<unknown>;

  constructor(readonly socket: WebSocket) {
    socket.on('message', (data) => this.frames.push(String(data)));
    this.opened = once(socket, 'open');
    this.closed = new Promise((resolve) => socket.once('close', resolve));
  }

  static async open(url: string, options: ClientOptions | ClientRequestArgs = {}): Promise<RealClient> {
    const client = new RealClient(new WebSocket(url, options));
    await client.opened;
    client.socket.on('error', () => undefined);
    return client;
  }

  async frame(index: number): Promise<unknown> {
    while (this.frames.length <= index) await new Promise((resolve) => setTimeout(resolve, 5));
    return JSON.parse(this.frames[index] ?? '');
  }

  /** Bytes on the connection as they are, past all that a websocket client would see to. */
  sendRaw(bytes: Uint8Array): void {
    (this.socket as unknown as { _socket: { write(data: Uint8Array): void } })._socket.write(bytes);
  }
}

/** A client's frame (RFC 6455, 5.2), masked with zeros so that its payload shows as it is. */
export function rawFrame(
  payload: Uint8Array,
  { fin = true, opcode = 1, rsv1 = false }: { fin?: boolean; opcode?: number; rsv1?: boolean } = {},
): Uint8Array {
  const first = (fin ? 0x80 : 0) | (rsv1 ? 0x40 : 0) | opcode;
  const length = payload.length;
  const head =
    length < 126
      ? [first, 0x80 | length]
      : length < 65_536
        ? [first, 0x80 | 126, length >> 8, length & 0xff]
        : [
            first,
            0x80 | 127,
            0,
            0,
            0,
            0,
            length >>> 24,
            (length >> 16) & 0xff,
            (length >> 8) & 0xff,
            length & 0xff,
          ];
  return Buffer.concat([Uint8Array.from([...head, 0, 0, 0, 0]), payload]);
}
