import { describe, expect, it } from '@jest/globals';
import { PacedLimit, type Ticket } from './paced-limit';

const PACE = { targetMs: 300, lateMs: 500, first: 128, least: 16 };
/** The owner answers one after the other, so many in a second. */
const PER_SECOND = 400;

/** An owner with one queue; `offered` per second and key go through a limit, for so many seconds. */
function simulate(limit: PacedLimit, offered: Readonly<Record<string, number>>, seconds: number) {
  const queue: Ticket[] = [];
  const accepted = new Map<string, number>();
  const took: number[] = [];
  let [refused, answered, retryS] = [0, 0, 0];
  for (let now = 1; now <= seconds * 1000; now += 1) {
    for (const [key, perSecond] of Object.entries(offered)) {
      const due = Math.floor((now * perSecond) / 1000) - Math.floor(((now - 1) * perSecond) / 1000);
      for (let one = 0; one < due; one += 1) {
        if (limit.hasRoom(0, key, now)) {
          queue.push(limit.begin(0, key, now));
          accepted.set(key, (accepted.get(key) ?? 0) + 1);
        } else {
          refused += 1;
          retryS = limit.refuse(now);
        }
      }
    }
    while (answered < (now * PER_SECOND) / 1000) {
      const ticket = queue.shift();
      answered += 1;
      if (ticket === undefined) continue;
      took.push(now - ticket.at);
      limit.end(ticket, now, true);
    }
  }
  took.sort((a, b) => a - b);
  return { accepted, refused, p99: took[Math.floor(took.length * 0.99)] ?? 0, done: took.length, retryS };
}

describe('requests to an owner', () => {
  it('are all let in while it answers in time', () => {
    const { refused, p99 } = simulate(new PacedLimit(PACE), { alice: 150, bob: 150 }, 20);
    expect(refused).toBe(0);
    expect(p99).toBeLessThan(20);
  });

  it.each([3, 10])('offered %d times what it answers, keep it busy, and are answered in time', (times) => {
    const offered = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`account ${at}`, (PER_SECOND * times) / 20]),
    );
    const { done, p99, retryS } = simulate(new PacedLimit(PACE), offered, 20);
    expect(done).toBeGreaterThan(0.95 * 20 * PER_SECOND);
    // The first guess is more than it answers in the target.
    expect(p99).toBeLessThan(700);
    expect(retryS).toBeGreaterThanOrEqual(times - 1);
  });

  it('of a noisy account leave room for one that asks for little', () => {
    const { accepted, p99 } = simulate(new PacedLimit(PACE), { noisy: 10 * PER_SECOND, quiet: 40 }, 20);
    expect(accepted.get('quiet')).toBeGreaterThan(0.95 * 20 * 40);
    expect(p99).toBeLessThan(700);
  });

  it('stop when it is silent, and go on when it answers; another place isn’t held up', () => {
    const limit = new PacedLimit(PACE);
    const stuck = limit.begin(0, 'alice', 0);
    expect(limit.hasRoom(0, 'bob', 500)).toBe(true);
    expect(limit.hasRoom(0, 'bob', 501)).toBe(false);
    expect(limit.hasRoom(1, 'bob', 501)).toBe(true);
    limit.end(stuck, 900, true);
    expect(limit.hasRoom(0, 'bob', 900)).toBe(true);
  });

  it('that nobody answers tell nothing of its pace', () => {
    const limit = new PacedLimit(PACE);
    for (let at = 0; at < 1_000; at += 1) limit.end(limit.begin(0, 'alice', at), at, false);
    expect(limit.hasRoom(0, 'alice', 1_000)).toBe(true);
  });
});
