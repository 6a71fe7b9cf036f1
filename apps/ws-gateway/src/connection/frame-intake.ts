import { SlidingWindow } from '@exchange/core/wire';

/** Frames and elements that came to nothing: so many in a second, then the client is not read for a second. */
const WASTED_MAX = 1_000;
const COOL_DOWN_MS = 1_000;
/** With so many frames waiting the socket isn't read: no more than what one read of it holds comes on top. */
const HELD_MAX = 64;

/** The part of a websocket that can stop reading. */
export interface PausingSocket {
  pause(): void;
  resume(): void;
}

export interface IntakeOptions {
  readonly socket: PausingSocket;
  readonly now: () => number;
  /** Runs something after everybody else had a turn. */
  readonly soon: (run: () => void) => void;
  readonly later: (run: () => void, ms: number) => void;
}

/** Takes a frame; returns how many of its elements came to nothing. */
export type TakeFrame = () => number;

/**
 * Hands a client's frames on in their order, one in each round of the event loop, so that whoever sends thousands of
 * small ones at once doesn't hold up the others. A client that goes on sending what is refused is read more slowly
 * still; every frame is answered all the same, later.
 */
export class FrameIntake {
  private readonly wasted = new SlidingWindow(COOL_DOWN_MS);
  private held: TakeFrame[] = [];
  private state: 'free' | 'busy' | 'cooling' | 'ended' = 'free';
  private paused = false;

  constructor(private readonly options: IntakeOptions) {}

  receive(take: TakeFrame): void {
    if (this.state === 'ended') return;
    this.held.push(take);
    if (this.state === 'free') this.takeNext();
    else if (this.held.length >= HELD_MAX) this.pause();
  }

  /** Counts what came to nothing, frames of the protocol itself among it. */
  waste(count: number): void {
    if (count === 0 || this.state === 'ended') return;
    const now = this.options.now();
    this.wasted.spend(count, now);
    if (this.state !== 'cooling' && this.wasted.spent(now) > WASTED_MAX) this.coolDown();
  }

  /** The connection is gone; what came before it went is still taken. */
  end(): void {
    const { held, state } = this;
    this.state = 'ended';
    this.held = [];
    if (state !== 'cooling') for (const take of held) take();
  }

  private takeNext(): void {
    const take = this.held.shift();
    if (take === undefined) {
      this.state = 'free';
      this.resume();
      return;
    }
    this.state = 'busy';
    this.waste(take());
    // Taking or counting it may have changed the state.
    if (this.isBusy()) this.options.soon(() => this.continueFrom('busy'));
  }

  private coolDown(): void {
    this.state = 'cooling';
    this.pause();
    this.options.later(() => this.continueFrom('cooling'), COOL_DOWN_MS);
  }

  private continueFrom(state: 'busy' | 'cooling'): void {
    if (this.state === state) this.takeNext();
  }

  private isBusy(): boolean {
    return this.state === 'busy';
  }

  private pause(): void {
    if (this.paused) return;
    this.paused = true;
    this.options.socket.pause();
  }

  private resume(): void {
    if (!this.paused) return;
    this.paused = false;
    this.options.socket.resume();
  }
}
