const EVERY_MS = 50;

/** Waits until the condition holds; throws, naming what was waited for, when it doesn't within `ms`. */
export async function until(
  what: string,
  ms: number,
  condition: () => boolean | Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + ms;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`waited ${ms / 1000} s for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}
