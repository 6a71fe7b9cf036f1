/** A call that is made so often at most, ms: what comes sooner waits and is made once. `stop` forgets one that waits. */
export interface PacedCall {
  ask(): void;
  stop(): void;
}

/** At most once in so many ms. Numbers that change faster can't be read. */
export function atMostEvery(ms: number, call: () => void): PacedCall {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    ask() {
      timer ??= setTimeout(() => {
        timer = undefined;
        call();
      }, ms);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/** Of the 16 that a frame has. */
const LONG_MS = 3;

/**
 * At most once a frame; not at all while nobody sees the page. Where it takes long, as on a slow machine, it leaves every
 * other frame to clicks and scrolling.
 */
export function everyFrame(call: () => void): PacedCall {
  let frame: number | undefined;
  let isLong = false;
  const run = () => {
    frame = undefined;
    if (isLong) {
      isLong = false;
      frame = requestAnimationFrame(run);
      return;
    }
    const began = performance.now();
    call();
    isLong = performance.now() - began > LONG_MS;
  };
  return {
    ask() {
      frame ??= requestAnimationFrame(run);
    },
    stop() {
      if (frame !== undefined) cancelAnimationFrame(frame);
      frame = undefined;
    },
  };
}
