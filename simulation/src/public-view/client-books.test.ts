import { afterEach, describe, expect, it } from '@jest/globals';
import { present } from '@exchange/core/kernel';
import { seededRandom } from '@exchange/test/kit';
import type { ShownLine } from './client-book';
import { expectedWindow } from './expected-window';
import { MarketStage } from './market-stage';
import { OrderStream } from './order-stream';
import type { Viewer } from './viewer';

const BOOKS = ([20, 100, undefined] as const).flatMap((depth) =>
  [1, 2, 3, 4, 5].map((digits) => ({ depth, digits, event: `book${depth ?? ''}d${digits}` })),
);
const COMMANDS = 120;

let stage: MarketStage;
afterEach(() => stage.close());

async function compareRest(limit: 20 | 100): Promise<void> {
  const { body } = await stage.ask(`orderbook?limit=${limit}`);
  const { data } = JSON.parse(body) as { data: object[] };
  expect(data).toEqual(
    expectedWindow(stage.state, 5, limit).map(([direction, rate, amount, orderCount]) => ({
      ...{ direction: direction === 1 ? 'BUY' : 'SELL', rate, amount, orderCount },
    })),
  );
}

function isCrossed(lines: readonly ShownLine[]): boolean {
  const rates = (direction: number) =>
    lines.filter((line) => line[0] === direction).map((line) => Number(line[1]));
  return Math.max(...rates(1)) >= Math.min(...rates(0));
}

describe('every book that clients hold', () => {
  it.each([1, 2])(
    'is after each report exactly the window of the full book, and never crossed (seed %i)',
    async (seed) => {
      stage = await MarketStage.open();
      const random = seededRandom(`book truth ${seed}`);
      const hidden = () => random.chance(0.25);
      const orders = new OrderStream(random, { firstId: 1, firstAccount: 1, hidden, postOnly: true });
      const viewers: [viewer: Viewer, book: string][] = [];
      const join = () => {
        for (const { event } of BOOKS) {
          const slow = stage.viewer(event);
          slow.stalled = true;
          viewers.push([stage.viewer(event), event], [slow, event]);
        }
      };
      join();
      await stage.command(...orders.opening(stage.clock.now(), 130));
      // Also those who come later and begin with a snapshot of many lines.
      join();
      let trades = 0;
      for (let round = 0; round < COMMANDS; round += 1) {
        await stage.pass(random.integer(0, 2_000));
        const events = await stage.command(orders.next(stage.clock.now()));
        trades += events.filter(({ kind }) => kind === 'trade').length;
        const expected = new Map(
          BOOKS.map(({ event, digits, depth }) => {
            const lines = expectedWindow(stage.state, digits, depth);
            expect(isCrossed(lines)).toBe(false);
            return [event, JSON.stringify(lines)];
          }),
        );
        for (const [viewer, book] of viewers) {
          if (viewer.stalled) {
            if (random.chance(0.9)) continue;
            viewer.resume();
            await stage.settle();
            viewer.stalled = true;
          }
          expect(JSON.stringify(viewer.book.lines())).toBe(expected.get(book));
        }
        await compareRest(20);
        await compareRest(100);
      }
      expect(trades).toBeGreaterThan(20);
      const [first] = present(viewers[0], 'viewer');
      expect(first.book.lines().length).toBeGreaterThan(1);
    },
    60_000,
  );
});
