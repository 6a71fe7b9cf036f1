import { describe, expect, it } from '@jest/globals';
import type { Packet } from '@exchange/core/wire';
import fc from 'fast-check';
import { type Client, GatewayWorld, levelEvent } from '../../test/gateway.fixture';

type Line = readonly [side: number, rate: string, amount: string, count: number];

const BOOKS = ['book20d5', 'book20d2', 'bookd5', 'bookd3'];
const LIMITS = { slowBytes: 200, queueBytesMax: 1_000_000 };

/** What a client holds after these packets: its book by rate. */
function bookAfter(packets: readonly Packet[]): Map<string, Line> {
  const book = new Map<string, Line>();
  for (const [, event, message] of packets) {
    if (event === 'obs') book.clear();
    for (const line of event === 'obs' ? (message as Line[]) : [message as Line]) {
      if (line[3] > 0) book.set(line[1], line);
      else if (!book.delete(line[1])) throw new Error(`no line at ${line[1]} to remove`);
    }
  }
  return book;
}

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('levels' as const),
      levels: fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 3 })), {
        minLength: 1,
        maxLength: 5,
      }),
    }),
  },
  fc.record({ kind: fc.constant('stall' as const) }),
  fc.record({ kind: fc.constant('resume' as const) }),
  fc.record({ kind: fc.constant('book' as const), book: fc.constantFrom(...BOOKS) }),
);

describe('a client that is slow now and then', () => {
  it('ends with exactly the book of one that never was', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...BOOKS),
        fc.array(step, { minLength: 5, maxLength: 40 }),
        async (first, steps) => {
          const world = await GatewayWorld.open();
          const client = world.connect({}, LIMITS);
          let book = first;
          const subscribe = (who: Client) =>
            who.send({ c: 'subscribe', markets: ['ETHDAI'], events: [book] });
          await subscribe(client);
          for (const one of steps) {
            if (one.kind === 'stall') {
              client.stalled = true;
            } else if (one.kind === 'resume') {
              await client.resume();
            } else if (one.kind === 'book') {
              book = one.book;
              await subscribe(client);
            } else {
              const events = one.levels.map(([at, count]) => levelEvent(480_000 + at, String(count), count));
              await world.owners.report(...events);
              await world.settle();
            }
          }
          await client.resume();
          const fresh = world.connect();
          await subscribe(fresh);
          const byRate = (packets: readonly Packet[]) =>
            [...bookAfter(packets).values()].sort(([, a], [, b]) => Number(a) - Number(b));
          expect(byRate(client.packets)).toEqual(byRate(fresh.packets));
        },
      ),
      { numRuns: 60 },
    );
  });
});
