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

/** At most once a frame; not at all while nobody sees the page. */
export function everyFrame(call: () => void): PacedCall {
  let frame: number | undefined;
  return {
    ask() {
      frame ??= requestAnimationFrame(() => {
        frame = undefined;
        call();
      });
    },
    stop() {
      if (frame !== undefined) cancelAnimationFrame(frame);
      frame = undefined;
    },
  };
}
