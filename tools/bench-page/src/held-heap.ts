import { slowDown } from '../../../e2e/cases/web/stub/frame-times';
import { heldMemory } from '../../../e2e/cases/web/stub/memory';
import { type Bench, openMeasured, SLOWED } from './bench';
import type { Figure } from './verdict';

const PER_SECOND = 100;
const GROWN_MB_MAX = 5;
const MB = 1_000_000;
/** Lists of a certain length are full by then, and code is compiled. */
const WARM_S = 30;
const MINUTE_S = 60;

/** How much more a page holds after so many minutes at 100 updates a second. Tells of each minute. */
export async function heldHeap(bench: Bench, minutes: number): Promise<Figure[]> {
  const { page, close } = await openMeasured(bench, 'page');
  const debuggers = await slowDown(page, SLOWED);
  await bench.stub.replay(PER_SECOND, WARM_S);
  const first = await heldMemory(debuggers);
  let last = first;
  for (let minute = 1; minute <= minutes; minute += 1) {
    await bench.stub.replay(PER_SECOND, MINUTE_S);
    last = await heldMemory(debuggers);
    console.log(`  minute ${minute}: ${(last.heap / MB).toFixed(2)} MB, ${last.nodes} nodes`);
  }
  await close();
  const grown = (last.heap - first.heap) / MB;
  const limit = { at: 'most', value: GROWN_MB_MAX } as const;
  const at = `${minutes} min at ${PER_SECOND} updates/s`;
  return [
    { name: `${at}: heap grew, MB`, page: grown, digits: 2, limit },
    { name: `${at}: nodes more than before`, page: last.nodes - first.nodes, digits: 0 },
  ];
}
