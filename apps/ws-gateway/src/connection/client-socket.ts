import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import type { ClientSocket } from './connection';

/**
 * A client's websocket. Frames are written to the network as they are: ws would make a head of its own for each client,
 * and two writes of each frame. The protocol's own frames go through ws, which writes them to the same socket in turn.
 */
export class WrittenSocket implements ClientSocket {
  constructor(
    private readonly websocket: WebSocket,
    private readonly network: Socket,
  ) {}

  get bufferedAmount(): number {
    return this.network.writableLength;
  }

  send(frame: Buffer, sent: () => void): void {
    // Nothing may come after a close frame; what is left is dropped with the connection.
    if (this.websocket.readyState === WebSocket.OPEN) this.network.write(frame, sent);
  }

  close(code: number, reason: string): void {
    this.websocket.close(code, reason);
  }

  terminate(): void {
    this.websocket.terminate();
  }

  ping(): void {
    this.websocket.ping();
  }
}
