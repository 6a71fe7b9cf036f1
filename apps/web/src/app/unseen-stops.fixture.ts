import type { Page } from 'playwright-core';

/** What the tab key has reached: its name, whether a person can see it, and whether it was there before. */
interface Stop {
  readonly name: string;
  readonly isSeen: boolean;
  readonly isKnown: boolean;
}

const STOP = `(async () => {
  const one = document.activeElement;
  if (one === null || one === document.body) return undefined;
  const isKnown = globalThis.knownStops.has(one);
  globalThis.knownStops.add(one);
  // What is only heard is seen elsewhere: the book's lines on their canvas, a radio by its label.
  const heard = one.closest('.unseen') !== null;
  const shown = heard ? document.querySelector('.book-frame') : (one.closest('.radios label') ?? one);
  const look = () => {
    const box = shown.getBoundingClientRect();
    // What is wider than the window, as a table is on a phone, may begin outside of it.
    const [left, top] = [Math.max(box.left, 0), Math.max(box.top, 0)];
    const [x, y] = [left + Math.min((box.right - left) / 2, 8), top + Math.min((box.bottom - top) / 2, 8)];
    const isInside = box.width > 0 && box.height > 0 && x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight;
    const over = isInside ? document.elementFromPoint(x, y) : null;
    return over !== null && (shown.contains(over) || over.contains(shown));
  };
  // The browser scrolls to what has the focus in one of the next frames.
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  for (let frames = 0; frames < 30 && !look(); frames += 1) await frame();
  const isSeen = look();
  const name = one.getAttribute('aria-label') ?? one.labels?.[0]?.innerText ?? one.innerText ?? '';
  return { name: (one.tagName + ' ' + name).slice(0, 80), isSeen, isKnown };
})()`;

const STOPS_MAX = 150;

/** Goes once through everything that the tab key reaches, and names what it reaches without its being seen. */
export async function unseenStops(page: Page, what: string): Promise<string[]> {
  await page.evaluate('globalThis.knownStops = new WeakSet()');
  const found: string[] = [];
  for (let stops = 0; stops < STOPS_MAX; stops += 1) {
    await page.keyboard.press('Tab');
    const stop = (await page.evaluate(STOP)) as Stop | undefined;
    // Behind the last control is the browser's own.
    if (stop === undefined) continue;
    if (stop.isKnown) return found;
    if (!stop.isSeen) found.push(`${what} has the focus where nobody sees it: ${stop.name}`);
  }
  return [...found, `the tab key goes through ${what} without an end`];
}
