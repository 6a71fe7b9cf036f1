import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { textTable } from '../../../../tools/kit/text-table';
import { until } from '../../../kit/until';
import { DESKTOP, openBrowser, openPage, untilLive } from '../opened-page';
import { type FrameTimes, frameTimes, slowDown } from './frame-times';
import { PLAIN_TABLE } from './plain-table';
import { StubExchange } from './stub-exchange';

const BURST_PER_S = 1_000;
const BURST_MS = 3_000;
const TOLD_MS_MAX = 10_000;
const SLOWED = 4;
const ROUNDS = 5;
const ROUND_MS = 5_000;
const FAST_AT = [
  { perSecond: 100, framesLeast: 55, p95Most: 20 },
  { perSecond: 1_000, framesLeast: 50, p95Most: undefined },
] as const;

/** How fast the page is with a market that changes all the time, which a stub of an exchange sends. */
export function speedCases(isMeasured: boolean): void {
  describe('the page at a market that moves', () => {
    let browser: Browser;
    let stub: StubExchange;
    beforeAll(async () => {
      browser = await openBrowser();
      stub = await StubExchange.open({ '/plain': PLAIN_TABLE });
    });
    afterAll(async () => {
      await browser.close();
      await stub.close();
    });

    it(`has the right book after ${BURST_PER_S} updates a second`, async () => {
      const { page, complaints, close } = await openPage(browser, stub.url);
      await untilLive(page);
      stub.move(BURST_PER_S);
      await page.waitForTimeout(BURST_MS);
      stub.move(0);
      const expected = stub.market.lines.filter(([direction]) => direction === 0);
      await until('the last amounts', TOLD_MS_MAX, async () => {
        const rows = await page.locator('ol[aria-label^=Asks] button').allTextContents();
        const shown = rows.map((row) => Number(/amount ([\d.]+)/.exec(row)?.[1]));
        return (
          shown.length === expected.length &&
          expected.every(([, , amount], at) => Math.abs(Number(amount) / 1e18 - (shown[at] ?? 0)) < 1e-4)
        );
      });
      expect(complaints).toEqual([]);
      await close();
    });

    if (!isMeasured) return;

    const medianOf = (rounds: readonly FrameTimes[]): FrameTimes => {
      const [, , middle] = [...rounds].sort((a, b) => a.perSecond - b.perSecond);
      if (middle === undefined) throw new Error(`the median is of ${ROUNDS} rounds`);
      return middle;
    };
    async function measured(address: string, perSecond: number): Promise<FrameTimes> {
      const { page, close } = await openPage(browser, stub.url + address, { viewport: DESKTOP });
      await loaded(page, address);
      await slowDown(page, SLOWED);
      stub.move(perSecond);
      const rounds: FrameTimes[] = [];
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await frameTimes(page, ROUND_MS));
      stub.move(0);
      await close();
      return medianOf(rounds);
    }
    const loaded = (page: Page, address: string) =>
      address === '/' ? untilLive(page) : page.locator('#book tr').first().waitFor();

    it.each(FAST_AT)(
      'draws evenly at $perSecond updates a second, slowed down four times',
      async ({ perSecond, framesLeast, p95Most }) => {
        const ours = await measured('/', perSecond);
        const plain = await measured('/plain', perSecond);
        const row = (name: string, { perSecond: frames, p95, longTasks }: FrameTimes) => [
          ...[name, frames.toFixed(1), p95.toFixed(1), String(longTasks)],
        ];
        const rows = [
          ['', 'frames/s', 'p95 ms', 'tasks over 50 ms'],
          row('page', ours),
          row('plain table', plain),
        ];
        console.log(textTable(rows, ['left', 'right', 'right', 'right']).join('\n'));
        expect(ours.perSecond).toBeGreaterThanOrEqual(framesLeast);
        if (p95Most !== undefined) expect(ours.p95).toBeLessThanOrEqual(p95Most);
        expect(ours.longTasks).toBe(0);
      },
      2 * ROUNDS * ROUND_MS + 240_000,
    );
  });
}
