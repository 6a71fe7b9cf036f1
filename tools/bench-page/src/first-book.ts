import { DESKTOP } from '../../../e2e/cases/web/opened-page';
import { slowDown } from '../../../e2e/cases/web/stub/frame-times';
import { type Bench, profiled, SLOWED } from './bench';
import { median } from './median';
import type { Figure } from './verdict';

const SECONDS_MAX = 2.5;
const LOADED_MS_MAX = 60_000;

/** Notes when each part was first drawn: the frame after the one in which it came, ms since the page was asked for. */
const WATCH = `(() => {
  const parts = {
    form: '.order-form input[name=rate]:enabled',
    book: '.book[data-state=live]',
    chart: '.candles canvas',
  };
  const shown = globalThis.shown = {};
  const look = () => {
    for (const [name, selector] of Object.entries(parts)) {
      if (name in shown || document.querySelector(selector) === null) continue;
      shown[name] = 0;
      requestAnimationFrame(() => requestAnimationFrame(() => { shown[name] = performance.now(); }));
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
})()`;
const ALL_SHOWN = 'Object.values(shown).filter((at) => at > 0).length === 3';

interface Shown {
  readonly book: number;
  readonly form: number;
  readonly chart: number;
}

/** How long it takes from the address to a book and a form, with nothing in the cache. */
export async function firstBook(bench: Bench): Promise<Figure[]> {
  const loads: Shown[] = [];
  for (let round = 0; round < bench.rounds; round += 1) loads.push(await oneLoad(bench));
  const seconds = (part: keyof Shown) => median(loads.map((shown) => shown[part])) / 1_000;
  const limit = { at: 'most', value: SECONDS_MAX } as const;
  return [
    { name: 'cold load: book drawn, s', page: seconds('book'), digits: 2, limit },
    { name: 'cold load: order form usable, s', page: seconds('form'), digits: 2, limit },
    { name: 'cold load: candles drawn, s', page: seconds('chart'), digits: 2 },
  ];
}

async function oneLoad(bench: Bench): Promise<Shown> {
  const context = await bench.browser.newContext({ viewport: DESKTOP });
  const page = await context.newPage();
  await page.addInitScript(WATCH);
  // What slows a page down stays with its process, which the next page of the same origin takes over.
  await page.goto(`${bench.stub.url}/empty`);
  const debuggers = await slowDown(page, SLOWED);
  await profiled(bench, page, debuggers, 'load', async () => {
    await page.goto(bench.stub.url);
    await page.waitForFunction(ALL_SHOWN, undefined, { timeout: LOADED_MS_MAX });
  });
  const shown = (await page.evaluate('shown')) as Shown;
  await context.close();
  return shown;
}
