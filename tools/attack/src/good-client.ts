import { once } from 'node:events';
import { WebSocket } from 'ws';

const PING_EVERY_MS = 60;
const ANSWER_MS_MAX = 5_000;

/** A well-behaved client: a connection that pings within its points, and how long each answer took. */
export class GoodClient {
  readonly delaysMs: number[] = [];
  /** Pings without an answer in time, and connections that were closed. */
  failures = 0;
  private readonly waiting = new Map<number, number>();
  private rid = 0;
  private timer: NodeJS.Timeout | undefined;
  private stopping = false;

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => this.hear(data.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (!this.stopping) this.failures += 1;
    });
  }

  static async open(url: string): Promise<GoodClient> {
    const socket = new WebSocket(url);
    const client = new GoodClient(socket);
    await once(socket, 'open');
    client.timer = setInterval(() => client.ping(), PING_EVERY_MS);
    return client;
  }

  /** Waits for the last answers. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    for (let waited = 0; this.waiting.size > 0 && waited < ANSWER_MS_MAX; waited += 10) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    this.failures += this.waiting.size;
    this.stopping = true;
    this.socket.close();
  }

  private ping(): void {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.rid += 1;
    this.waiting.set(this.rid, performance.now());
    this.socket.send(`[{"c":"ping","rid":${this.rid}}]`);
  }

  private hear(frame: string): void {
    for (const [, event, , rid] of JSON.parse(frame) as [unknown, string, unknown, number | undefined][]) {
      const sentAt = rid === undefined ? undefined : this.waiting.get(rid);
      if (rid === undefined || sentAt === undefined) continue;
      this.waiting.delete(rid);
      if (event === 'p') this.delaysMs.push(performance.now() - sentAt);
      else this.failures += 1;
    }
  }
}
