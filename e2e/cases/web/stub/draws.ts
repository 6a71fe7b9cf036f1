import type { Page } from 'playwright-core';

/** What a page did to the canvas of the book since it was opened or asked last. */
export interface Draws {
  /** Frames that the page was told of while it was counted. */
  readonly frames: number;
  /** Times that the book was drawn in a frame, and outside of one. */
  readonly inFrames: number;
  readonly outside: number;
  /** The most in one frame. */
  readonly mostInFrame: number;
  /** Texts that were drawn. */
  readonly texts: number;
}

const COUNTER = `(() => {
  const counted = { frames: 0, inFrames: 0, outside: 0, mostInFrame: 0, texts: 0 };
  let isInFrame = false, hasDrawn = false, drawsOfFrame = 0, frameTime = -1;
  const request = requestAnimationFrame.bind(globalThis);
  globalThis.requestAnimationFrame = (call) => request((now) => {
    if (now !== frameTime) { frameTime = now; drawsOfFrame = 0; counted.frames += 1; }
    isInFrame = true; hasDrawn = false;
    try { call(now); } finally {
      isInFrame = false;
      if (hasDrawn) { counted.inFrames += 1; drawsOfFrame += 1; }
      counted.mostInFrame = Math.max(counted.mostInFrame, drawsOfFrame);
    }
  });
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (...drawn) {
    if (this.canvas.closest('.book-frame') !== null) {
      counted.texts += 1;
      if (isInFrame) hasDrawn = true; else counted.outside += 1;
    }
    return fillText.apply(this, drawn);
  };
  globalThis.takeDraws = () => {
    const taken = { ...counted };
    for (const name of Object.keys(counted)) counted[name] = 0;
    return taken;
  };
})()`;

/** To be called before the page is opened. */
export const countDraws = (page: Page): Promise<unknown> => page.addInitScript(COUNTER);

export const takeDraws = (page: Page): Promise<Draws> => page.evaluate('takeDraws()') as Promise<Draws>;
