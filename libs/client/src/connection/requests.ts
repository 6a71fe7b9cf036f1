import type { Command, CommandName, ServerPacket } from '@exchange/core/wire';
import { errorOf, ExchangeError } from '../exchange-error';

interface Waiting {
  readonly command: CommandName;
  resolve(packet: ServerPacket): void;
  reject(error: ExchangeError): void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** Matches answers with requests: the first packet with a request's rid is its direct answer. */
export class Requests {
  private readonly waiting = new Map<number, Waiting>();
  private nextRid = 1;

  constructor(
    private readonly send: (frame: string) => void,
    private readonly timeoutMs: number,
  ) {}

  /** Sends a command. Rejects with an ExchangeError: the refusal, TIMEOUT, or CONNECTION_LOST. */
  request(command: Command, timeoutMs = this.timeoutMs): Promise<ServerPacket> {
    const rid = this.nextRid;
    this.nextRid += 1;
    return new Promise((resolve, reject) => {
      this.send(JSON.stringify([{ ...command, rid }]));
      const timer = setTimeout(() => {
        this.waiting.delete(rid);
        reject(new ExchangeError('TIMEOUT', `no answer to ${command.c} within ${timeoutMs} ms`));
      }, timeoutMs);
      this.waiting.set(rid, { command: command.c, resolve, reject, timer });
    });
  }

  /** The command that waits for a packet with this rid. */
  commandOf(rid: number | undefined): CommandName | undefined {
    return rid === undefined ? undefined : this.waiting.get(rid)?.command;
  }

  /** Gives the packet to the request that it answers, if there is one. */
  receive(packet: ServerPacket): void {
    if (packet.rid === undefined) return;
    const waiting = this.waiting.get(packet.rid);
    if (waiting === undefined) return;
    this.waiting.delete(packet.rid);
    clearTimeout(waiting.timer);
    if (packet.event === 'error') waiting.reject(errorOf(packet.text));
    else waiting.resolve(packet);
  }

  /** The connection is lost: what was asked may or may not have been done. */
  abandon(): void {
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer);
      reject(new ExchangeError('CONNECTION_LOST', 'the connection was lost before the answer came'));
    }
    this.waiting.clear();
  }
}
