import { once } from 'node:events';
import { WebSocket } from 'ws';
import { HeldBook, isCrossed, type WireLine } from './held-book';

type Packet = readonly [channel: unknown, event: string, message: unknown];

interface FollowerOutput {
  /** The book changed by one update, of which a frame may have several. */
  updated?(sorted: readonly WireLine[]): void;
  /** The book is what a frame made of it. */
  framed(sorted: readonly WireLine[]): void;
  fault(text: string): void;
}

/** A connection that follows one book and nothing else. */
export class BookFollower {
  private readonly book = new HeldBook();
  frames = 0;
  private closing = false;

  private constructor(
    private readonly socket: WebSocket,
    readonly event: string,
    private readonly output: FollowerOutput,
  ) {
    socket.on('message', (data: Buffer) => this.hear(JSON.parse(data.toString()) as Packet[]));
    socket.on('error', (error) => output.fault(`${event}: ${error.message}`));
    socket.on('close', (code) => {
      if (!this.closing) output.fault(`${event}: closed with ${code}`);
    });
  }

  static async open(
    ws: string,
    market: string,
    event: string,
    output: FollowerOutput,
  ): Promise<BookFollower> {
    const socket = new WebSocket(`${ws}/ws/v1`);
    const follower = new BookFollower(socket, event, output);
    await once(socket, 'open');
    socket.send(JSON.stringify([{ c: 'subscribe', markets: [market], events: [event] }]));
    return follower;
  }

  close(): void {
    this.closing = true;
    this.socket.close();
  }

  private hear(packets: readonly Packet[]): void {
    let changes = 0;
    for (const [, event, message] of packets) {
      if (event === 'e') this.output.fault(`${this.event}: ${String(message)}`);
      if (event === 'obs') this.book.reset(message as WireLine[]);
      else if (event !== 'ob') continue;
      else if (!this.book.apply(message as WireLine)) {
        this.output.fault(`${this.event}: ${JSON.stringify(message)} removes a line that isn't there`);
      }
      changes += 1;
      this.output.updated?.(this.book.sorted());
    }
    if (changes === 0) return;
    this.frames += 1;
    const sorted = this.book.sorted();
    if (isCrossed(sorted)) this.output.fault(`${this.event}: crossed`);
    this.output.framed(sorted);
  }
}
