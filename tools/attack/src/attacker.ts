import { once } from 'node:events';
import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import { type Random, seededRandom } from '../../kit/random';
import { type HostileFrame, hostileFrame } from './hostile-frame';

/** Bytes that may wait to be sent; more would measure our own memory. */
const WAITING_BYTES_MAX = 256 * 1024;
const RECONNECT_MS = 50;

/** What happened to the attackers of one run. */
export interface AttackerTally {
  sent: number;
  answers: number;
  /** Refused connections and closes by code; 1006 stands for a connection that just ended. */
  readonly closes: Record<string, number>;
}

/** One attacker: sends its share of frames over as many connections as that takes. */
export class Attacker {
  private readonly random: Random;

  constructor(
    private readonly url: string,
    seed: number,
    private readonly tally: AttackerTally,
    private readonly localAddress: string | undefined,
  ) {
    this.random = seededRandom(seed);
  }

  async send(frames: number): Promise<void> {
    let left = frames;
    while (left > 0) left = await this.overOneConnection(left);
  }

  /** Returns how many frames are left when the connection has ended. */
  private async overOneConnection(frames: number): Promise<number> {
    const options = this.localAddress === undefined ? {} : { localAddress: this.localAddress };
    const socket = new WebSocket(this.url, options);
    let isOpen = true;
    let deaf = false;
    const closed = new Promise<void>((resolve) => {
      socket.once('close', (code: number) => {
        isOpen = false;
        this.tally.closes[code] = (this.tally.closes[code] ?? 0) + 1;
        resolve();
      });
    });
    socket.on('message', () => (this.tally.answers += 1));
    socket.on('error', () => undefined);
    await Promise.race([once(socket, 'open').catch(() => undefined), closed]);
    let left = frames;
    while (left > 0 && isOpen && socket.readyState === WebSocket.OPEN) {
      if (!deaf && this.random.between(0, 4_999) === 0) {
        deaf = true;
        socket.pause();
      }
      perform(hostileFrame(this.random), socket);
      left -= 1;
      this.tally.sent += 1;
      await breath(left, () => isOpen && socket.bufferedAmount > WAITING_BYTES_MAX);
    }
    socket.terminate();
    await closed;
    if (left === frames) await wait(RECONNECT_MS);
    return left;
  }
}

function perform(frame: HostileFrame, socket: WebSocket): void {
  switch (frame.kind) {
    case 'text':
      return socket.send(frame.text);
    case 'binary':
      return socket.send(frame.bytes);
    case 'fragments':
      return frame.parts.forEach((part, at) => socket.send(part, { fin: at === frame.parts.length - 1 }));
    case 'raw':
      // Past the library, which would never write this.
      (socket as unknown as { _socket: Socket })._socket.write(frame.bytes);
      return;
    case 'hangUp':
      return socket.terminate();
  }
}

/** Lets answers in now and then, and waits while too much is on its way; a deaf one gives up after a second. */
async function breath(left: number, tooMuch: () => boolean): Promise<void> {
  if (left % 8 === 0) await wait(0);
  for (let waited = 0; tooMuch() && waited < 100; waited += 1) await wait(10);
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
