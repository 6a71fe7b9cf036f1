import { type FrameTimes, frameTimes, slowDown } from '../../../e2e/cases/web/stub/frame-times';
import { answerTimes } from './answers';
import { type Bench, type MeasuredPage, openMeasured, PAGES, profiled, SLOWED } from './bench';
import { median } from './median';
import type { Figure } from './verdict';

/** Updates a second, and how evenly the page is to be drawn meanwhile. */
const PACES = [
  { perSecond: 100, framesLeast: 55, p95Most: 20 },
  { perSecond: 1_000, framesLeast: 50, p95Most: undefined },
] as const;
const IDEAL_FRAMES = 60;
const IDEAL_P95_MS = 16.7;
const ANSWER_MS_MAX = 100;
/** What a page does first, it does slowly: its code is compiled then. */
const WARM_S = 3;
const CLICKS = 4;
const CLICK_S = 0.5;

interface Round {
  readonly frames: FrameTimes;
  /** From a click to the next frame, ms. */
  readonly answers: readonly number[];
}

/** Frames, long tasks and answers to clicks at each pace, page by page in turn. */
export async function drawing(bench: Bench): Promise<Figure[]> {
  const rows: Figure[] = [];
  for (const pace of PACES) {
    const rounds = new Map<MeasuredPage, Round[]>(PAGES.map((which) => [which, []]));
    for (let round = 0; round < bench.rounds; round += 1) {
      for (const which of PAGES) {
        const taken = await oneRound(bench, which, pace.perSecond);
        rounds.get(which)?.push(taken);
        tell(`${pace.perSecond} updates/s, ${which}`, taken.frames);
      }
    }
    rows.push(...rowsOf(pace, rounds));
  }
  return rows;
}

async function oneRound(bench: Bench, which: MeasuredPage, perSecond: number): Promise<Round> {
  const { page, close } = await openMeasured(bench, which);
  const debuggers = await slowDown(page, SLOWED);
  const clicks = which === 'page' ? CLICKS : 0;
  void bench.stub.replay(perSecond, WARM_S + bench.seconds + CLICKS * CLICK_S * 4);
  await page.waitForTimeout(WARM_S * 1_000);
  const frames = await profiled(bench, page, debuggers, `${which}-${perSecond}`, () =>
    frameTimes(page, bench.seconds * 1_000),
  );
  const answers = await answerTimes(page, clicks, CLICK_S * 1_000);
  bench.stub.stop();
  await close();
  return { frames, answers };
}

const tell = (what: string, { perSecond, p95, longTasks }: FrameTimes): void =>
  console.log(
    `  ${what}: ${perSecond.toFixed(1)} frames/s, p95 ${p95.toFixed(1)} ms, ${longTasks} long tasks`,
  );

function rowsOf(
  { perSecond, framesLeast, p95Most }: (typeof PACES)[number],
  rounds: ReadonlyMap<MeasuredPage, readonly Round[]>,
): Figure[] {
  const each = (figure: (frames: FrameTimes) => number) => {
    const of = (which: MeasuredPage) => median((rounds.get(which) ?? []).map(({ frames }) => figure(frames)));
    return { page: of('page'), plain: of('plain'), empty: of('empty') };
  };
  const long = (which: MeasuredPage) =>
    (rounds.get(which) ?? []).reduce((sum, { frames }) => sum + frames.longTasks, 0);
  const answers = (rounds.get('page') ?? []).flatMap((round) => round.answers);
  const at = `${perSecond} updates/s`;
  return [
    {
      ...each((frames) => frames.perSecond),
      name: `${at}: frames/s`,
      limit: { at: 'least', value: framesLeast, ideal: IDEAL_FRAMES },
    },
    {
      ...each((frames) => frames.p95),
      name: `${at}: between frames, p95 ms`,
      ...(p95Most === undefined ? {} : { limit: { at: 'most', value: p95Most, ideal: IDEAL_P95_MS } }),
    },
    {
      ...{ name: `${at}: tasks over 50 ms`, page: long('page'), plain: long('plain'), empty: long('empty') },
      ...{ digits: 0, limit: { at: 'most', value: 0, ideal: 0 } },
    },
    {
      ...{ name: `${at}: a click is answered, slowest ms`, page: Math.max(...answers), digits: 0 },
      limit: { at: 'most', value: ANSWER_MS_MAX },
    },
  ];
}
