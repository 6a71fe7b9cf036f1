import { WebSocket } from 'ws';
import { type Conversation, type BarePacket, startConversation } from './traffic';
import { until } from './until';

export interface BareCommand {
  readonly c: string;
  readonly [field: string]: unknown;
}

const ANSWER_MS_MAX = 10_000;

/** A bare websocket that keeps every packet; it knows nothing of the project's own client. */
export class BareConnection {
  readonly packets: BarePacket[] = [];
  /** Resolves with the code when the server closes. */
  readonly closed: Promise<number>;
  readonly #socket: WebSocket;
  readonly #conversation: Conversation;
  #rid = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    this.#conversation = startConversation(socket.url);
    this.closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('message', (frame: Buffer) => {
      const packets = JSON.parse(frame.toString()) as BarePacket[];
      this.packets.push(...packets);
      this.#conversation.push(...packets.map((packet) => ({ packet })));
    });
  }

  /** Resolves when the server has sent its configuration. */
  static async open(ws: string): Promise<BareConnection> {
    const socket = new WebSocket(`${ws}/ws/v1`);
    const connection = new BareConnection(socket);
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    socket.on('error', () => undefined);
    await connection.packet('the configuration', ([, event]) => event === 'c');
    return connection;
  }

  sendText(frame: string): void {
    this.#conversation.push({ frame });
    this.#socket.send(frame);
  }

  /** Sends a command and gives the first packet that answers it. */
  async ask(command: BareCommand, waitMs = ANSWER_MS_MAX): Promise<BarePacket> {
    const [answer] = this.#send([command], waitMs);
    return answer as Promise<BarePacket>;
  }

  /** Sends commands in one frame and gives the first packet that answers each. */
  askTogether(...commands: BareCommand[]): Promise<BarePacket[]> {
    return Promise.all(this.#send(commands, ANSWER_MS_MAX));
  }

  #send(commands: readonly BareCommand[], waitMs: number): Promise<BarePacket>[] {
    const flagged = commands.map((command) => ({ ...command, rid: (this.#rid += 1) }));
    this.sendText(JSON.stringify(flagged));
    return flagged.map(({ c, rid }) =>
      this.packet(`an answer to ${c}`, ([, , , answered]) => answered === rid, 0, waitMs),
    );
  }

  /** The text with which a command is refused. */
  async refusal(command: BareCommand): Promise<string> {
    const packet = await this.ask(command);
    if (packet[1] !== 'e') throw new Error(`${command.c} wasn't refused: ${JSON.stringify(packet)}`);
    return packet[2] as string;
  }

  /** The message of the answer, which must be of this event. */
  async answer(command: BareCommand, event: string, waitMs = ANSWER_MS_MAX): Promise<unknown> {
    const packet = await this.ask(command, waitMs);
    if (packet[1] !== event) throw new Error(`${command.c} was answered with ${JSON.stringify(packet)}`);
    return packet[2];
  }

  /** The first packet, past or to come, that is the one; from the packet with index `from` on. */
  async packet(
    what: string,
    isIt: (packet: BarePacket) => boolean,
    from = 0,
    waitMs = ANSWER_MS_MAX,
  ): Promise<BarePacket> {
    await until(what, waitMs, () => this.packets.slice(from).some(isIt));
    return this.packets.slice(from).find(isIt) as BarePacket;
  }

  close(): void {
    this.#socket.close();
  }
}
