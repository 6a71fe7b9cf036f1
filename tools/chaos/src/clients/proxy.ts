import { connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between clients and a gateway, and does to connections what networks do. */
export class Proxy {
  readonly #server: Server;
  readonly #pairs = new Set<readonly [client: Socket, gateway: Socket]>();
  #target: { readonly host: string; readonly port: number };
  #held = false;

  private constructor(target: URL) {
    this.#target = { host: target.hostname, port: Number(target.port) };
    this.#server = createServer((client) => {
      const gateway = connect(this.#target);
      const pair = [client, gateway] as const;
      this.#pairs.add(pair);
      for (const [from, to] of [pair, [gateway, client] as const]) {
        from.pipe(to);
        from.on('error', () => undefined);
        from.once('close', () => {
          to.destroy();
          this.#pairs.delete(pair);
        });
      }
      if (this.#held) hold(pair);
    });
  }

  /** Listens on a free port. */
  static async open(target: string): Promise<Proxy> {
    const proxy = new Proxy(new URL(target));
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  /** Where clients connect to instead. */
  get url(): string {
    return `ws://127.0.0.1:${(this.#server.address() as { port: number }).port}`;
  }

  /** Cuts every connection. */
  cut(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
  }

  /** From now on nothing comes through, in neither direction, until {@link release}. */
  hold(): void {
    this.#held = true;
    for (const pair of this.#pairs) hold(pair);
  }

  release(): void {
    this.#held = false;
    for (const [client, gateway] of this.#pairs) {
      client.pipe(gateway);
      gateway.pipe(client);
    }
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}

function hold([client, gateway]: readonly [Socket, Socket]): void {
  client.unpipe(gateway);
  client.pause();
  gateway.unpipe(client);
  gateway.pause();
}
