import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@exchange/test/kit';
import { SenderClocks } from './sender-clocks';

const LEFT_MS = 5_000;
/** The sender's steady clock began with another machine's time. */
const APART_MS = 123_456;

function world(wallsApartMs = 0) {
  const clock = new FakeClock();
  const skews: number[] = [];
  const senders = new SenderClocks(clock, (_sender, skewMs) => void skews.push(skewMs));
  const stamp = (run = 1) => ({
    deadline: clock.now() - wallsApartMs + LEFT_MS,
    sent: { run, at: clock.steady() - APART_MS, leftMs: LEFT_MS },
  });
  /** Whether a command that was sent then may be carried out now. */
  const inTime = (timing: ReturnType<typeof stamp>) =>
    clock.steady() <= (senders.dueAt('ws-1', timing, clock.steady()) ?? Number.NaN);
  return { clock, senders, skews, stamp, inTime };
}

describe('commands by the clocks of their senders', () => {
  it('are in time whatever our clock is set to', () => {
    const { clock, stamp, inTime } = world();
    for (const step of [20_000, -20_000, -3_600_000]) {
      const sent = stamp();
      clock.step(step);
      expect(inTime(sent)).toBe(true);
      expect(inTime(stamp())).toBe(true);
    }
  });

  it('are late when they waited while this process stood still, however long', async () => {
    for (const frozenMs of [LEFT_MS + 1, 600_000]) {
      const { clock, stamp, inTime } = world();
      expect(inTime(stamp())).toBe(true);
      await clock.advance(1_000);
      const waiting = [stamp(), stamp()];
      await clock.advance(frozenMs);
      expect(waiting.map(inTime)).toEqual([false, false]);
      expect(inTime(stamp())).toBe(true);
    }
  });

  it('are in time and tell the skew when the walls are up to a minute apart', async () => {
    for (const apartMs of [-60_000, -20_000, 20_000, 60_000]) {
      const { clock, skews, stamp, inTime } = world(apartMs);
      expect(inTime(stamp())).toBe(true);
      const delayed = stamp();
      await clock.advance(300);
      expect(inTime(delayed)).toBe(true);
      expect(skews).toEqual([apartMs, apartMs]);
    }
  });

  it('of a sender that nothing is known of count by the walls, a minute at most', async () => {
    const { clock, stamp, inTime } = world();
    const old = stamp();
    await clock.advance(LEFT_MS + 60_001);
    expect(inTime(old)).toBe(false);
    expect(inTime(stamp())).toBe(true);
  });

  it('of a sender that was started again begin anew', async () => {
    const { clock, stamp, inTime, senders } = world();
    expect(inTime(stamp())).toBe(true);
    const later = { ...stamp(2), sent: { run: 2, at: 77, leftMs: LEFT_MS } };
    expect(senders.dueAt('ws-1', later, clock.steady())).toBe(clock.steady() + LEFT_MS);
  });

  it('count as they are when an earlier release sends them', () => {
    const { clock, senders } = world();
    expect(senders.dueAt('ws-1', { deadline: clock.now() }, clock.steady())).toBeUndefined();
  });
});
