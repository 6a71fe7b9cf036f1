import { SlidingWindow } from '@exchange/core/wire';

/** Frames and elements that came to nothing: so many in a second, then the client is not read for a second. */
const WASTED_MAX = 1_000;
const REST_MS = 1_000;

/** The part of a websocket that can stop reading. */
export interface PausingSocket {
  pause(): void;
  resume(): void;
}

export interface IntakeOptions {
  readonly socket: PausingSocket;
  /** Takes a frame; how many of its elements came to nothing. */
  readonly take: (frame: string) => number;
  readonly now: () => number;
  readonly later: (run: () => void, ms: number) => void;
}

/**
 * Hands a client's frames on in their order. A client that goes on sending what is refused is read more slowly, so that
 * refusing it doesn't cost the others their time; every frame is answered all the same, later.
 */
export class FrameIntake {
  private readonly wasted = new SlidingWindow(REST_MS);
  /** Frames that had been read before the socket stopped: never more than one read of it. */
  private held: string[] = [];
  private resting = false;
  private ended = false;

  constructor(private readonly options: IntakeOptions) {}

  receive(frame: string): void {
    if (this.ended) return;
    if (this.resting) this.held.push(frame);
    else this.waste(this.options.take(frame));
  }

  /** Counts what came to nothing, frames of the protocol itself among it. */
  waste(count: number): void {
    if (count === 0 || this.ended) return;
    const now = this.options.now();
    this.wasted.spend(count, now);
    if (!this.resting && this.wasted.spent(now) > WASTED_MAX) this.rest();
  }

  /** The connection is gone. */
  end(): void {
    this.ended = true;
    this.held = [];
  }

  private rest(): void {
    const { socket, later } = this.options;
    this.resting = true;
    socket.pause();
    later(() => this.goOn(), REST_MS);
  }

  private goOn(): void {
    this.resting = false;
    while (!this.resting && !this.ended) {
      const frame = this.held.shift();
      if (frame === undefined) {
        this.options.socket.resume();
        return;
      }
      this.waste(this.options.take(frame));
    }
  }
}
