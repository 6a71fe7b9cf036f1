import { FrameCache } from './packets';

/** Something with packets to send. */
export interface FrameSender {
  send(frames: FrameCache): void;
}

/** Sends what became ready in one round of the event loop together, so that such packets share a frame. */
export class Sending {
  private waiting = new Set<FrameSender>();
  private scheduled = false;

  /** `defer` runs a function after the current round; setImmediate in the service. */
  constructor(private readonly defer: (run: () => void) => void) {}

  request(sender: FrameSender): void {
    this.waiting.add(sender);
    if (this.scheduled) return;
    this.scheduled = true;
    this.defer(() => this.round());
  }

  private round(): void {
    const senders = this.waiting;
    this.waiting = new Set();
    this.scheduled = false;
    const frames = new FrameCache();
    for (const sender of senders) sender.send(frames);
  }
}
