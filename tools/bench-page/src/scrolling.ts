import type { Page } from 'playwright-core';
import { DESKTOP, openPage, type OpenedPage, untilLive } from '../../../e2e/cases/web/opened-page';
import { type FrameTimes, frameTimes, slowDown } from '../../../e2e/cases/web/stub/frame-times';
import { HISTORIES, logIn, putWalletInto, readWhole } from '../../../e2e/cases/web/stub/stub-wallet';
import { type Bench, openMeasured, profiled, ROWS, SLOWED } from './bench';
import { median } from './median';
import type { Figure } from './verdict';

const FRAMES_LEAST = 50;
const IDEAL_FRAMES = 60;
/** Two rows a frame: 120 in a second are more than anybody can follow. */
const STEP_PX = 48;
const READ_MS_MAX = 120_000;

const scroll = (frame: string) => `document.querySelector('${frame}').scrollTop += ${STEP_PX}`;

/** Scrolls through the whole of each history, beside a table that has all its rows in the page. */
export async function scrolling(bench: Bench): Promise<Figure[]> {
  const empty = await emptyPage(bench);
  const plain = await plainTable(bench);
  const own = await openPage(bench.browser, bench.stub.url, { viewport: DESKTOP }, putWalletInto);
  own.page.setDefaultTimeout(READ_MS_MAX);
  await untilLive(own.page);
  await logIn(own.page);
  const rows: Figure[] = [];
  for (const history of HISTORIES) {
    await readWhole(own.page, history, ROWS);
    const debuggers = await slowDown(own.page, SLOWED);
    const times = await profiled(bench, own.page, debuggers, `scroll-${history.replace(' ', '-')}`, () =>
      scrolled(bench, own.page, '.own-table .row-frame'),
    );
    await slowDown(own.page, 1);
    rows.push({
      ...{ name: `${ROWS} rows of ${history}, scrolled: frames/s`, page: times, plain, empty },
      limit: { at: 'least', value: FRAMES_LEAST, ideal: IDEAL_FRAMES },
    });
  }
  await own.close();
  return rows;
}

/** Frames a second, the median of the rounds; each begins where the one before ended. */
async function scrolled({ rounds, seconds }: Bench, page: Page, frame: string): Promise<number> {
  const all: FrameTimes[] = [];
  for (let round = 0; round < rounds; round += 1)
    all.push(await frameTimes(page, seconds * 1_000, scroll(frame)));
  return median(all.map(({ perSecond }) => perSecond));
}

async function plainTable(bench: Bench): Promise<number> {
  const { page, close } = await openPage(bench.browser, `${bench.stub.url}/rows`);
  return measured(page, close, () => scrolled(bench, page, '#frame'));
}

async function emptyPage(bench: Bench): Promise<number> {
  const { page, close } = await openMeasured(bench, 'empty');
  return measured(page, close, () => scrolled(bench, page, 'html'));
}

async function measured(
  page: Page,
  close: OpenedPage['close'],
  take: () => Promise<number>,
): Promise<number> {
  await slowDown(page, SLOWED);
  const taken = await take();
  await close();
  return taken;
}
