import { type Command, type CommandName, FRAME_LIMITS, type ServerPacket } from '@exchange/core/wire';
import type { Timers } from '../timers';
import { errorOf, ExchangeError, type ExchangeErrorCode } from '../exchange-error';
import { type Paced, Pacer } from '../pacing/pacer';

interface Waiting extends Paced {
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
    private readonly send: (frame: string) => boolean,
    private readonly timeoutMs: number,
    private readonly timers: Timers,
    limit: () => number,
  ) {
    this.#pacer = new Pacer(timers, limit);
  }

  /**
   * Sends a command as soon as its points are there. Rejects with an ExchangeError: the refusal, TIMEOUT when so long
   * after it was sent nothing came, or CONNECTION_LOST. A frame that would close the connection isn't sent: INVALID_FIELD.
   */
  request(command: Command, timeoutMs = this.timeoutMs): Promise<ServerPacket> {
    if (this.#pacer.waiting >= WAITING_MAX) {
      return Promise.reject(failed(command, 'RATE_LIMITED', `${WAITING_MAX} commands wait; not sent`));
    }
    const rid = this.#nextRid;
    this.#nextRid += 1;
    const frame = JSON.stringify([{ ...command, rid }]);
    const { characters } = FRAME_LIMITS;
    if (frame.length > characters) {
      const sentence = `a frame has at most ${characters} characters, not ${frame.length}; not sent`;
      return Promise.reject(failed(command, 'INVALID_FIELD', sentence));
    }
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        ...{ command, rid, resolve, reject },
        stopTimer: () => undefined,
        send: () => this.#sendNow(waiting, frame, timeoutMs),
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
    const error = errorOf(packet.text, waiting.command.c);
    if (error.code === 'RATE_LIMITED' && this.#pacer.refused(waiting, error)) return;
    this.#pacer.answered(waiting);
    waiting.reject(error);
  }

  /** The connection is lost: what was asked may or may not have been done, what waited for points was not. */
  abandon(): void {
    const unsent = this.#pacer.lost() as Waiting[];
    for (const { command, reject } of unsent) reject(failed(command, 'CONNECTION_LOST', 'it was not sent'));
    for (const { command, reject, stopTimer } of this.#waiting.values()) {
      stopTimer();
      reject(failed(command, 'CONNECTION_LOST', 'the connection was lost before the answer came'));
    }
    this.#waiting.clear();
  }

  #sendNow(waiting: Waiting, frame: string, timeoutMs: number): void {
    const { command, rid } = waiting;
    if (!this.send(frame)) {
      this.#pacer.unsent(waiting);
      waiting.reject(failed(command, 'CONNECTION_LOST', 'there is no connection at the moment'));
      return;
    }
    this.#waiting.set(rid, waiting);
    waiting.stopTimer = this.timers.after(timeoutMs, () => {
      this.#waiting.delete(rid);
      this.#pacer.answered(waiting);
      waiting.reject(failed(command, 'TIMEOUT', `no answer to ${command.c} within ${timeoutMs} ms`));
    });
  }
}

const failed = ({ c }: Command, code: ExchangeErrorCode, sentence: string): ExchangeError =>
  new ExchangeError(code, sentence, { asked: c });
