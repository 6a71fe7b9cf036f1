import type { CDPSession, Page } from 'playwright-core';

/** How evenly a page was drawn for some seconds. */
export interface FrameTimes {
  readonly perSecond: number;
  /** Of the times between two frames, ms. */
  readonly p95: number;
  /** Tasks that lasted more than 50 ms. */
  readonly longTasks: number;
}

/** Slows the page's own code down so many times, as a slow machine would. Lasts while it stays at one origin. */
export async function slowDown(page: Page, times: number): Promise<CDPSession> {
  const debuggers = await page.context().newCDPSession(page);
  await debuggers.send('Emulation.setCPUThrottlingRate', { rate: times });
  return debuggers;
}

/** Counts the frames of a page for so long; `inEach` is code that runs in each of them. */
export const frameTimes = (page: Page, ms: number, inEach = ''): Promise<FrameTimes> =>
  page.evaluate(`new Promise((resolve) => {
    let longTasks = 0;
    const tasks = new PerformanceObserver((list) => { longTasks += list.getEntries().length; });
    tasks.observe({ type: 'longtask' });
    const frames = [];
    const frame = (now) => {
      frames.push(now);
      ${inEach};
      if (now - frames[0] < ${ms}) return requestAnimationFrame(frame);
      tasks.disconnect();
      const times = frames.slice(1).map((time, at) => time - frames[at]).sort((a, b) => a - b);
      const perSecond = times.length / ((frames.at(-1) - frames[0]) / 1000);
      resolve({ perSecond, p95: times[Math.floor(times.length * 0.95)], longTasks });
    };
    requestAnimationFrame(frame);
  })`) as Promise<FrameTimes>;
