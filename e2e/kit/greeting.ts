import { WebSocket } from 'ws';

/** A connection from an address that nobody raised, and the first packet on it. */
export interface Greeted {
  readonly socket: WebSocket;
  readonly packet: readonly unknown[];
  /** Resolves with the code when the server closes. */
  readonly closed: Promise<number>;
}

/** Connects from an address of this machine. */
export async function greeting(ws: string, localAddress: string): Promise<Greeted> {
  const socket = new WebSocket(`${ws}/ws/v1`, { localAddress });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  const packet = await new Promise<unknown[]>((resolve, reject) => {
    socket.once('message', (frame: Buffer) =>
      resolve((JSON.parse(frame.toString()) as unknown[][])[0] ?? []),
    );
    socket.once('error', reject);
  });
  return { socket, packet, closed };
}
