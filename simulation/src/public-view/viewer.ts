import { parseSubscription, type Packet, SEED_DIALECT } from '@exchange/core/wire';
import { readFrame } from '@exchange/test/kit';
import { type ClientSocket, Connection } from '../../../apps/ws-gateway/src/connection/connection';
import type { Sending } from '../../../apps/ws-gateway/src/connection/sending';
import { isMarketSubscription, type MarketChannel } from '../../../apps/ws-gateway/src/outbox/market-channel';
import { ClientBook } from './client-book';

const LIMITS = { slowBytes: 200, queueBytesMax: 4 * 1024 * 1024 };

/** A connection that only looks on: every frame it was sent, and the book that a client makes of them. */
export class Viewer {
  readonly frames: string[] = [];
  readonly book = new ClientBook();
  /** While true the network takes nothing. */
  stalled = false;
  private untaken: (() => void)[] = [];
  private untakenBytes = 0;

  constructor(id: number, sending: Sending, channel: MarketChannel, events: readonly string[]) {
    const connection = new Connection({
      ...{
        id,
        socket: this.socket(),
        address: '192.0.2.1',
        dialect: { ...SEED_DIALECT, naming: 'distinct' },
      },
      ...{ limits: LIMITS, sending, now: 0 },
    });
    for (const event of events) {
      const parsed = parseSubscription(event);
      if (!parsed.ok || !isMarketSubscription(parsed.value)) {
        throw new Error(`${event} is no event of a market`);
      }
      channel.join(connection, parsed.value, { rid: undefined });
    }
  }

  /** The network takes everything that waited. */
  resume(): void {
    this.stalled = false;
    this.untakenBytes = 0;
    for (const sent of this.untaken.splice(0)) sent();
  }

  takeFrames(): string[] {
    return this.frames.splice(0);
  }

  private socket(): ClientSocket {
    const bufferedAmount = () => this.untakenBytes;
    return {
      get bufferedAmount() {
        return bufferedAmount();
      },
      send: (frame, sent) => {
        const text = readFrame(frame).payload.toString();
        this.frames.push(text);
        for (const packet of JSON.parse(text) as Packet[]) this.book.take(packet);
        if (!this.stalled) return queueMicrotask(sent);
        this.untaken.push(sent);
        this.untakenBytes += frame.length;
      },
      close: (code, reason) => {
        throw new Error(`closed with ${code}: ${reason}`);
      },
      terminate: () => undefined,
      ping: () => undefined,
    };
  }
}
