import { mkdirSync } from 'node:fs';
import { openBrowser } from '@exchange/test/browser';
import { readFlags, wholeNumber } from '../../kit/command-line/read-flags';
import { runTool } from '../../kit/command-line/run-tool';
import { textTable } from '../../kit/text-table';
import { type Bench, openStub, SLOWED } from './bench';
import { drawing } from './drawing';
import { firstBook } from './first-book';
import { heldHeap } from './held-heap';
import { scrolling } from './scrolling';
import { type Figure, tableOf, verdict } from './verdict';

const USAGE = `npm run bench:page [-- options]: how fast the trading page is in Chromium, its code slowed down ${SLOWED} times

  --only LIST    of load, drawing, scrolling, heap (default all), with commas between
  --heap N       minutes over which the heap is watched (default 1; the limit is for 30)
  --rounds N     of each measure, of which the median counts (default 5)
  --seconds N    that frames are counted in each round (default 3)
  --profile DIR  profiles of the page's code and traces of the browser go there; what is measured meanwhile is slower
  --help         this text

A stub sends recorded frames; nothing else of an exchange runs. Beside the page stand a plain table that shows the same, and an
empty page, which tells what this machine can draw. Ends with code 1 when a limit doesn't hold.
`;
const MEASURES = ['load', 'drawing', 'scrolling', 'heap'] as const;
type Measure = (typeof MEASURES)[number];
const MINUTES_MAX = 600;
const ROUNDS_MAX = 101;
const SECONDS_MAX = 60;

function chosen(list: string): readonly Measure[] {
  const names = list.split(',');
  const wanted = MEASURES.filter((measure) => names.includes(measure));
  if (wanted.length !== names.length)
    throw new Error(`--only takes ${MEASURES.join(', ')}, not ${list}.\n\n${USAGE}`);
  return wanted;
}

await runTool(USAGE, async (args) => {
  const flags = readFlags(['only', 'heap', 'rounds', 'seconds', 'profile'], args, USAGE);
  const minutes = wholeNumber('heap', flags.heap ?? '1', [1, MINUTES_MAX], USAGE);
  const rounds = wholeNumber('rounds', flags.rounds ?? '5', [1, ROUNDS_MAX], USAGE);
  const seconds = wholeNumber('seconds', flags.seconds ?? '3', [1, SECONDS_MAX], USAGE);
  const wanted = chosen(flags.only ?? MEASURES.join(','));
  if (flags.profile !== undefined) mkdirSync(flags.profile, { recursive: true });
  const bench: Bench = {
    ...{ browser: await openBrowser(), stub: await openStub(), rounds, seconds, profiles: flags.profile },
  };
  const measures: Readonly<Record<Measure, () => Promise<Figure[]>>> = {
    load: () => firstBook(bench),
    drawing: () => drawing(bench),
    scrolling: () => scrolling(bench),
    heap: () => heldHeap(bench, minutes),
  };
  const rows: Figure[] = [];
  try {
    for (const measure of wanted) {
      console.log(`${measure}…`);
      rows.push(...(await measures[measure]()));
    }
  } finally {
    await bench.browser.close();
    await bench.stub.close();
  }
  console.log();
  console.log(textTable(tableOf(rows), ['left', 'right', 'right', 'right', 'right', 'left']).join('\n'));
  if (rows.some((row) => verdict(row) === 'does not hold')) process.exitCode = 1;
});
