import { beforeEach, describe, expect, it } from '@jest/globals';
import { DefectError } from '@exchange/core/kernel';
import { Readiness } from '@exchange/platform';
import { FakeClock, KeptLog } from '@exchange/test/kit';
import { startAfter } from './prerequisite';

describe('a service that needs a chain', () => {
  let clock: FakeClock;
  let log: KeptLog;
  let readiness: Readiness;
  let did: string[];
  let chain: () => Promise<void>;
  const turn = {
    start: async () => void did.push('start'),
    stop: async () => void did.push('stop'),
  };
  const open = () => startAfter({ name: 'chain', find: () => chain() }, turn, { clock, log, readiness });

  beforeEach(() => {
    [clock, log, readiness, did] = [new FakeClock(), new KeptLog(), new Readiness(), []];
  });

  it('waits for it, says once what is lacking, and begins when it is there', async () => {
    const noName = Object.assign(new Error('getaddrinfo ENOTFOUND node'), { code: 'ENOTFOUND' });
    chain = () => Promise.reject(noName);
    const started = open().start();
    await clock.advance(3_500);
    expect(readiness.lacking()).toEqual(['chain: getaddrinfo ENOTFOUND node']);
    expect(log.of('warn')).toEqual([
      expect.objectContaining({
        message: 'waiting for the chain',
        fields: { reason: 'getaddrinfo ENOTFOUND node' },
      }),
    ]);
    expect(did).toEqual([]);
    chain = () => Promise.resolve();
    await clock.advance(1_000);
    await started;
    expect([did, readiness.lacking()]).toEqual([['start'], []]);
  });

  it('names what has no text but in its parts', async () => {
    const refused = new Error('connect ECONNREFUSED 127.0.0.1:8545');
    chain = () => Promise.reject(new AggregateError([refused], ''));
    void open().start();
    await clock.advance(1);
    expect(readiness.lacking()).toEqual(['chain: connect ECONNREFUSED 127.0.0.1:8545']);
  });

  it('doesn’t begin on another chain', async () => {
    chain = () => Promise.reject(new DefectError('the node is of chain 1, not 5'));
    await expect(open().start()).rejects.toThrow('the node is of chain 1, not 5');
    expect(did).toEqual([]);
  });

  it('can be stopped while it waits', async () => {
    chain = () => Promise.reject(new Error('away'));
    const host = open();
    const started = host.start();
    await clock.advance(100);
    await host.stop();
    await started;
    expect(did).toEqual(['stop']);
  });
});
