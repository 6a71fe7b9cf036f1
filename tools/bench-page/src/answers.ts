import type { Page } from 'playwright-core';

const SIDES = ['Sell', 'Buy'] as const;

/** Keeps how long each input took, from the moment it was made to the frame that shows what came of it (Event Timing). */
const WATCH = `(() => {
  globalThis.answered = [];
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'click') answered.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 });
})()`;
/** Faster answers than this aren't told. */
const TOLD_MS_MIN = 16;

/** Switches the order form between buying and selling so many times; the times to the frames that show it, ms. */
export async function answerTimes(page: Page, clicks: number, everyMs: number): Promise<readonly number[]> {
  if (clicks === 0) return [];
  await page.evaluate(WATCH);
  for (let click = 0; click < clicks; click += 1) {
    const side = page
      .locator('.order-form')
      .getByText(SIDES[click % SIDES.length] ?? 'Sell', { exact: true });
    const box = await side.first().boundingBox();
    if (box === null) throw new Error('the order form has no sides to choose');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForTimeout(everyMs);
  }
  const told = (await page.evaluate('answered')) as number[];
  return [...told, ...Array.from({ length: Math.max(0, clicks - told.length) }, () => TOLD_MS_MIN)];
}
