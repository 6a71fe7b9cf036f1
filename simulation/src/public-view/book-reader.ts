import { parseSubscription, SEED_DIALECT } from '@exchange/core/wire';
import { readFrame } from '@exchange/test/kit';
import { readPacket, type ReadPacket, CheckedBook } from '@exchange/test/seed-client';
import { type ClientSocket, Connection } from '../../../apps/ws-gateway/src/connection/connection';
import type { Sending } from '../../../apps/ws-gateway/src/connection/sending';
import { isMarketSubscription } from '../../../apps/ws-gateway/src/outbox/market-channel';
import { MARKET } from './market-stage';
import type { PublicGateway } from './public-gateway';

const LIMITS = { slowBytes: 500, queueBytesMax: 64 * 1024 * 1024 };
const RID = 1;

/** A frame that is on its way. */
interface Untaken {
  readonly frame: string;
  sent(): void;
}

/** A client that knows the documents alone and keeps its book over lost connections, at whichever gateway. */
export class BookReader {
  readonly book = new CheckedBook();
  connection: Connection | undefined;
  gateway: PublicGateway | undefined;
  /** While true the network takes frames and brings none. */
  stalled = false;
  resumed = 0;
  startedOver = 0;
  updates = 0;
  private untaken: Untaken[] = [];
  private lastId = 0;

  constructor(
    /** E.g. `book20d5`. */
    readonly event: string,
    private readonly sending: Sending,
    private readonly heard: (reader: BookReader) => void,
  ) {}

  /** Connects, and goes on after what it has. */
  connect(gateway: PublicGateway): void {
    this.lastId += 1;
    const connection = new Connection({
      ...{ id: this.lastId, socket: this.socket(), address: '192.0.2.1', limits: LIMITS, now: 0 },
      ...{ dialect: { ...SEED_DIALECT, books: 'sequenced' }, sending: this.sending },
    });
    this.connection = connection;
    this.gateway = gateway;
    const subscription = parseSubscription(this.event);
    if (!subscription.ok || !isMarketSubscription(subscription.value)) throw new Error(this.event);
    connection.markets.add(MARKET);
    gateway.channel(MARKET).join(connection, subscription.value, { rid: RID, after: this.book.seq });
  }

  /** The connection breaks: what was on its way is lost. */
  cut(): void {
    if (this.connection === undefined) return;
    this.gateway?.channels.drop(this.connection);
    this.connection.end();
    this.connection = undefined;
    this.stalled = false;
    this.untaken = [];
  }

  /** The network brings everything that waited. */
  resume(): void {
    this.stalled = false;
    for (const { frame, sent } of this.untaken.splice(0)) {
      this.receive(frame);
      sent();
    }
  }

  private receive(frame: string): void {
    for (const value of JSON.parse(frame) as unknown[]) this.take(readPacket(value, { mode: 'default' }));
  }

  private take(packet: ReadPacket): void {
    if (packet.rid === RID && packet.event === 'sb') this.resumed += 1;
    if (packet.rid === RID && packet.event === 'sbs') this.startedOver += 1;
    this.updates += 1;
    this.book.take(packet);
    this.heard(this);
  }

  private socket(): ClientSocket {
    const bufferedAmount = () => this.untaken.reduce((sum, { frame }) => sum + frame.length, 0);
    return {
      get bufferedAmount() {
        return bufferedAmount();
      },
      send: (bytes, sent) => {
        const frame = readFrame(bytes).payload.toString();
        if (this.stalled) {
          this.untaken.push({ frame, sent });
          return;
        }
        this.receive(frame);
        queueMicrotask(sent);
      },
      close: (code, reason) => {
        throw new Error(`closed with ${code}: ${reason}`);
      },
      terminate: () => undefined,
      ping: () => undefined,
    };
  }
}
