import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A line between clients and a gateway that a test cuts. */
export class CutLine {
  private readonly pairs = new Set<readonly [client: Socket, gateway: Socket]>();
  private isDown = false;
  private isDeaf = false;

  private constructor(private readonly server: Server) {}

  /** `ws`: the root of the gateway's websocket interface. */
  static async to(ws: string): Promise<CutLine> {
    const { hostname, port } = new URL(ws);
    const server = createServer();
    const line = new CutLine(server);
    server.on('connection', (client) => line.join(client, connect(Number(port), hostname)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return line;
  }

  get ws(): string {
    return `ws://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Cuts all connections without a goodbye; new ones go through. */
  cut(): void {
    for (const pair of this.pairs) for (const end of pair) end.destroy();
    this.pairs.clear();
    this.isDeaf = false;
  }

  /** Cuts, and lets nobody through until it is restored. */
  down(): void {
    this.isDown = true;
    this.cut();
  }

  restore(): void {
    this.isDown = false;
  }

  /** From now on what the gateway says is lost, until the connection is. */
  deafen(): void {
    this.isDeaf = true;
  }

  close(): void {
    this.down();
    this.server.close();
  }

  private join(client: Socket, gateway: Socket): void {
    const pair = [client, gateway] as const;
    const end = () => {
      for (const one of pair) one.destroy();
      this.pairs.delete(pair);
    };
    for (const one of pair) {
      one.setNoDelay(true);
      one.on('error', () => undefined);
      one.on('close', end);
    }
    if (this.isDown) {
      end();
      return;
    }
    this.pairs.add(pair);
    client.on('data', (data) => gateway.write(data));
    gateway.on('data', (data) => {
      if (!this.isDeaf) client.write(data);
    });
  }
}
