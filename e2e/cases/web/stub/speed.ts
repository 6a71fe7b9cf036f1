import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { until } from '../../../kit/until';
import { openBrowser } from '@exchange/test/browser';
import { DESKTOP, openPage, type OpenedPage, untilLive } from '../opened-page';
import { countDraws, takeDraws } from './draws';
import { allocatedDuring, heldMemory } from './memory';
import { StubExchange } from './stub-exchange';
import { HISTORIES, logIn, putWalletInto, readWhole } from './stub-wallet';

const BURST_PER_S = 1_000;
const BURST_S = 3;
const TOLD_MS_MAX = 10_000;
/** 20 lines a side with three texts each, and the spread's. */
const TEXTS_PER_DRAW = 2 * 20 * 3 + 3;
const ALLOCATED_PER_UPDATE_MAX = 64_000;
const HELD_MORE_MAX = 1_000_000;
const PAST = 10_000;
/** What a window of 1440 by 900 shows of a history, and what is kept ready above and below. */
const ROWS_MAX = 50;

/** What makes the page fast with a market that changes all the time, as far as it can be counted: `npm run bench:page` takes its times. */
export function speedCases(): void {
  describe('the page at a market that moves', () => {
    let browser: Browser;
    let stub: StubExchange;
    beforeAll(async () => {
      browser = await openBrowser();
      stub = await StubExchange.open({ past: PAST });
    });
    afterAll(async () => {
      await browser.close();
      await stub.close();
    });
    const opened = async (prepare?: (page: Page) => Promise<unknown>): Promise<OpenedPage> => {
      const page = await openPage(browser, stub.url, { viewport: DESKTOP }, prepare);
      await untilLive(page.page);
      return page;
    };
    const toldOfAll = (page: Page) =>
      until('the last amounts', TOLD_MS_MAX, async () => {
        const expected = stub.market.lines.filter(([direction]) => direction === 0);
        const rows = await page.locator('ol[aria-label^=Asks] button').allTextContents();
        const shown = rows.map((row) => Number(/amount ([\d.]+)/.exec(row)?.[1]));
        return (
          shown.length === expected.length &&
          expected.every(([, , amount], at) => Math.abs(Number(amount) / 1e18 - (shown[at] ?? 0)) < 1e-4)
        );
      });

    it(`has the right book after ${BURST_PER_S} updates a second, drawn once a frame at most`, async () => {
      const { page, complaints, close } = await opened(countDraws);
      await takeDraws(page);
      await stub.replay(BURST_PER_S, BURST_S);
      await toldOfAll(page);
      const draws = await takeDraws(page);
      expect(draws).toMatchObject({ outside: 0, mostInFrame: 1 });
      expect(draws.inFrames).toBeLessThanOrEqual(draws.frames);
      expect(draws.texts).toBeLessThanOrEqual(TEXTS_PER_DRAW * draws.inFrames);
      expect(complaints).toEqual([]);
      await close();
    });

    it('draws nothing while nothing changes', async () => {
      const { page, close } = await opened(countDraws);
      await page.waitForTimeout(1_000);
      await takeDraws(page);
      await page.waitForTimeout(1_000);
      expect(await takeDraws(page)).toMatchObject({ inFrames: 0, outside: 0, texts: 0 });
      await close();
    });

    it('allocates little for an update, and holds nothing of it', async () => {
      const { page, close } = await opened();
      const debuggers = await page.context().newCDPSession(page);
      // So many that lists of a certain length are full.
      await stub.replay(BURST_PER_S, BURST_S);
      const allocated = await allocatedDuring(debuggers, () => stub.replay(BURST_PER_S, BURST_S));
      expect(allocated).toBeGreaterThan(0);
      expect(allocated / (BURST_PER_S * BURST_S)).toBeLessThanOrEqual(ALLOCATED_PER_UPDATE_MAX);
      const before = await heldMemory(debuggers);
      await stub.replay(BURST_PER_S, BURST_S);
      const after = await heldMemory(debuggers);
      expect(after.heap - before.heap).toBeLessThanOrEqual(HELD_MORE_MAX);
      expect(after.nodes).toBeLessThanOrEqual(before.nodes + ROWS_MAX);
      await close();
    });

    it(`has some rows of a history of ${PAST} in the page, wherever it is scrolled to`, async () => {
      const { page, complaints, close } = await opened(putWalletInto);
      await logIn(page);
      for (const history of HISTORIES) {
        await readWhole(page, history, PAST);
        const frame = page.locator('.own-table .row-frame');
        const rows = frame.getByRole('row');
        for (const part of [0, 0.5, 1]) {
          await page.evaluate(`(() => {
            const frame = document.querySelector('.own-table .row-frame');
            frame.scrollTop = ${part} * frame.scrollHeight;
          })()`);
          const shown = part === 0 ? 2 : part === 1 ? PAST + 1 : PAST / 2;
          await frame.locator(`[aria-rowindex="${shown}"]`).waitFor();
          expect(await rows.count()).toBeLessThanOrEqual(ROWS_MAX);
        }
      }
      expect(complaints).toEqual([]);
      await close();
    });
  });
}
