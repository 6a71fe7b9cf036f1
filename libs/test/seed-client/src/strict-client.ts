import type { Answer } from './answers';
import type { SeedCommandName } from './commands';
import { Refused, SeedConnection, type SeedCommand } from './connection';
import type { EventMode, Message, SeedEventName } from './events';
import type { ReadPacket, SeedPacket } from './read-packet';

/** Longer than a trade takes to be final. */
const WAIT_MS_MAX = 60_000;

/**
 * A client as others wrote it from the interface's description in 2020: it knows the seed's tables and nothing else. The
 * first packet with a command's rid settles the command's promise. The first violation ends it: every promise, open or
 * to come, is rejected with it, and `close` throws it.
 */
export class StrictClient {
  private constructor(private readonly connection: SeedConnection) {}

  /** Connects to the websocket root, and waits for the configuration. */
  static async open(ws: string, mode: EventMode): Promise<StrictClient> {
    return new StrictClient(await SeedConnection.open(ws, { mode, seedOnly: true }));
  }

  /** All that was received, for who looks for a push. */
  get packets(): readonly ReadPacket[] {
    return this.connection.packets;
  }

  get config(): Message<'config'> {
    return (this.packets[0] as SeedPacket<'config'>).read;
  }

  /** Sends a command; its answer, or a Refused. */
  async call<C extends SeedCommandName>(
    c: C,
    fields: Readonly<Record<string, unknown>> = {},
  ): Promise<Answer<C>> {
    return settled(await this.connection.ask({ ...fields, c }, WAIT_MS_MAX)) as Answer<C>;
  }

  /** Sends commands in one frame; their answers. */
  frame(...commands: readonly (SeedCommand & { readonly c: SeedCommandName })[]): Promise<unknown>[] {
    const answers = this.connection.askTogether(commands, WAIT_MS_MAX);
    return commands.map(async (_, index) => settled((await answers)[index] as ReadPacket));
  }

  /** The first message of this event, past or to come, that is the one; from the packet with index `from` on. */
  async told<N extends SeedEventName>(
    event: N,
    isIt: (message: Message<N>, packet: SeedPacket<N>) => boolean,
    from = 0,
  ): Promise<Message<N>> {
    const fits = (packet: ReadPacket) => {
      const candidate = packet as unknown as SeedPacket<N>;
      return packet.name === event && isIt(candidate.read, candidate);
    };
    return (await this.connection.find(event, from, fits, WAIT_MS_MAX)).read as Message<N>;
  }

  /** Throws what ended the connection before, if anything did. */
  close(): void {
    const { closed } = this.connection;
    this.connection.close();
    if (closed !== undefined) throw new Error(`closed with code ${closed.code}`);
  }
}

function settled(packet: ReadPacket): unknown {
  if (packet.name === 'error') throw new Refused(packet.read);
  return packet.read;
}
