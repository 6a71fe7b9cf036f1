import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeClock, KeptLog } from '@exchange/test/kit';
import { tellSilence } from './broker-silence';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

describe('a broker that is not heard of', () => {
  let clock: FakeClock;
  let log: KeptLog;
  let heardAt: number;
  let ends: AbortController;
  const said = () => log.of('error').map(({ fields }) => fields['alarm']);

  beforeEach(() => {
    [clock, log, ends] = [new FakeClock(), new KeptLog(), new AbortController()];
    heardAt = clock.steady();
    const bus = {
      get silentMs() {
        return clock.steady() - heardAt;
      },
    };
    tellSilence(bus, { log, clock, signal: ends.signal });
  });

  it('is said after half a minute, again each minute, and no more when it answers', async () => {
    await clock.advance(29 * SECOND_MS);
    expect(said()).toEqual([]);
    await clock.advance(5 * SECOND_MS);
    expect(said()).toEqual(['broker_unheard']);
    await clock.advance(MINUTE_MS);
    expect(said()).toHaveLength(2);
    heardAt = clock.steady();
    await clock.advance(20 * SECOND_MS);
    heardAt = clock.steady();
    await clock.advance(20 * SECOND_MS);
    expect(said()).toHaveLength(2);
    await clock.advance(15 * SECOND_MS);
    expect(said()).toHaveLength(3);
  });

  it('is not told of after a freeze of the process itself', async () => {
    heardAt -= MINUTE_MS;
    await clock.advance(SECOND_MS);
    heardAt = clock.steady();
    await clock.advance(5 * SECOND_MS);
    expect(said()).toEqual([]);
  });

  it('is not told of by a process that has closed its connections', async () => {
    ends.abort();
    await clock.advance(MINUTE_MS);
    expect(said()).toEqual([]);
  });
});
