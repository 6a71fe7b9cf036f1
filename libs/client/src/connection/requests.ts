import type { Command, CommandName, ServerPacket } from '@exchange/core/wire';
import type { Timers } from '../timers';
import { errorOf, ExchangeError } from '../exchange-error';
import { type Paced, Pacer } from '../pacing/pacer';

interface Waiting extends Paced {
  readonly rid: number;
  resolve(packet: ServerPacket): void;
  reject(error: ExchangeError): void;
  stopTimer(): void;
}

/** More than this wait for points: whoever asks faster than that for long is told. */
const WAITING_MAX = 5_000;

/** Matches answers with requests: the first packet with a request's rid is its direct answer. */
export class Requests {
  readonly #waiting = new Map<number, Waiting>();
  readonly #pacer: Pacer;
  #nextRid = 1;

  /** @param limit points in a window, in tenths */
  constructor(
    private readonly send: (frame: string) => void,
    private readonly timeoutMs: number,
    private readonly timers: Timers,
    limit: () => number,
  ) {
    this.#pacer = new Pacer(timers, limit);
  }

  /**
   * Sends a command as soon as its points are there. Rejects with an ExchangeError: the refusal, TIMEOUT when so long
   * after it was sent nothing came, or CONNECTION_LOST.
   */
  request(command: Command, timeoutMs = this.timeoutMs): Promise<ServerPacket> {
    if (this.#pacer.waiting >= WAITING_MAX) {
      return Promise.reject(
        new ExchangeError('RATE_LIMITED', `${WAITING_MAX} commands wait for points; not sent`),
      );
    }
    const rid = this.#nextRid;
    this.#nextRid += 1;
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        ...{ command, rid, resolve, reject },
        stopTimer: () => undefined,
        send: () => this.#sendNow(waiting, timeoutMs),
      };
      this.#pacer.submit(waiting);
    });
  }

  /** The command that waits for a packet with this rid. */
  commandOf(rid: number | undefined): CommandName | undefined {
    return rid === undefined ? undefined : this.#waiting.get(rid)?.command.c;
  }

  /** Gives the packet to the request that it answers, if there is one. */
  receive(packet: ServerPacket): void {
    if (packet.rid === undefined) return;
    const waiting = this.#waiting.get(packet.rid);
    if (waiting === undefined) return;
    this.#waiting.delete(packet.rid);
    waiting.stopTimer();
    if (packet.event !== 'error') {
      this.#pacer.answered(waiting);
      waiting.resolve(packet);
      return;
    }
    const error = errorOf(packet.text);
    if (error.code === 'RATE_LIMITED' && this.#pacer.refused(waiting, error.retryAfterMs)) return;
    this.#pacer.answered(waiting);
    waiting.reject(error);
  }

  /** The connection is lost: what was asked may or may not have been done, what waited for points was not. */
  abandon(): void {
    const unsent = this.#pacer.lost() as Waiting[];
    for (const { reject } of unsent) reject(new ExchangeError('CONNECTION_LOST', 'it was not sent'));
    for (const { reject, stopTimer } of this.#waiting.values()) {
      stopTimer();
      reject(new ExchangeError('CONNECTION_LOST', 'the connection was lost before the answer came'));
    }
    this.#waiting.clear();
  }

  #sendNow(waiting: Waiting, timeoutMs: number): void {
    const { command, rid } = waiting;
    try {
      this.send(JSON.stringify([{ ...command, rid }]));
    } catch (error) {
      this.#pacer.unsent(waiting);
      waiting.reject(error as ExchangeError);
      return;
    }
    this.#waiting.set(rid, waiting);
    waiting.stopTimer = this.timers.after(timeoutMs, () => {
      this.#waiting.delete(rid);
      this.#pacer.answered(waiting);
      waiting.reject(new ExchangeError('TIMEOUT', `no answer to ${command.c} within ${timeoutMs} ms`));
    });
  }
}
