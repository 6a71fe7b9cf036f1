import { describe, expect, it } from '@jest/globals';
import { address, hash, ZERO_ADDRESS } from '@exchange/core/kernel';
import type { EntryView } from '@exchange/core/wire';
import { type Job, type JobWish, newJob, readJob, storedJob } from './job';
import { exitsInForce, isOver, type JobNews, jobSteps } from './job-steps';

const account = address(`0x${'a1'.repeat(20)}`);
const DAI = address(`0x${'da'.repeat(20)}`);
const [HASH, APPROVAL] = [`0x${'ab'.repeat(32)}`, `0x${'ac'.repeat(32)}`];

const job = (kind: JobWish['kind'], more: Partial<Job> = {}): Job => ({
  ...newJob({ kind, account, symbol: 'DAI', subject: DAI, amount: '1500' }, 'x', 1),
  ...more,
});
const entry = (more: Partial<EntryView> = {}): EntryView => ({
  ...{ id: 7, type: 'deposit', signature: {}, transaction: hash(HASH), blockNumber: null, blockHash: null },
  changes: [{ token: 'DAI', amount: '1500', fees: '0', net: '1500' }],
  ...{ applied: [[0, 0, -1]], canceled: false, description: '', timestamp: 1, lastUpdated: 1 },
  ...more,
});
const nothing: JobNews = {
  ...{ entries: [], delegates: [], confirmations: 3, block: undefined, now: 1_000, exitTimes: new Map() },
};
const shown = (of: Job, news: Partial<JobNews> = {}) =>
  jobSteps(of, { ...nothing, ...news }).map(({ name, state }) => `${name} ${state}`);

const sent = (...calls: [call: string, hash: string][]) => ({
  sent: calls.map(([call, hash]) => ({ call, hash })),
});

describe('the steps of a deposit', () => {
  it('begin with leave for the token, and ether needs none', () => {
    expect(shown(job('deposit'))).toEqual(['allow now', 'send later', 'mine later', 'confirm later']);
    expect(shown(job('deposit', { subject: ZERO_ADDRESS }))).toEqual([
      'send now',
      'mine later',
      'confirm later',
    ]);
    const permitted = job('deposit', sent(['depositWithPermit', HASH]));
    expect(shown(permitted)).toEqual(['send done', 'mine now', 'confirm later']);
  });

  it('count the blocks of the real entry, and end with its last one', () => {
    const of = job('deposit', sent(['approve', APPROVAL], ['depositToken', HASH]));
    expect(shown(of, { entries: [entry()] })[2]).toBe('mine now');
    const steps = jobSteps(of, { ...nothing, block: 11, entries: [entry({ blockNumber: 10 })] });
    expect(steps.map(({ hash: of }) => of)).toEqual([APPROVAL, HASH, undefined, undefined]);
    expect(steps[3]).toMatchObject({ state: 'now', blocks: { seen: 2, needed: 3 } });
    const final = [entry({ blockNumber: 10, applied: [[1, 1, -1]] })];
    expect(isOver(jobSteps(of, { ...nothing, entries: final }))).toBe(true);
  });

  it('is told by an entry of its own token only: a transaction may have several', () => {
    const of = job('deposit', { ...sent(['depositToken', HASH]), symbol: 'WBTC' });
    expect(shown(of, { entries: [entry({ blockNumber: 10 })] })).toContain('mine now');
  });
});

describe('the steps of other jobs', () => {
  it('of a handed-in withdrawal follow its entry', () => {
    const of = job('submit', { entry: 7, isMined: true });
    const left = (more: Partial<EntryView>) =>
      shown(of, { entries: [entry({ type: 'withdrawal', ...more })] });
    expect(shown(job('submit'))[0]).toBe('sign now');
    expect(left({ transaction: null })).toEqual(['sign done', 'submit now', 'mine later', 'confirm later']);
    expect(left({})).toContain('mine now');
    expect(left({ blockNumber: 3 })).toContain('confirm now');
  });

  it('of an exit wait until the contract lets it through', () => {
    const of = job('requestExit', { ...sent(['requestExit', HASH]), isMined: true });
    expect(shown(of)).toEqual(['send done', 'mine done', 'wait now']);
    const exitTimes = new Map([[HASH, 1_001]]);
    expect(jobSteps(of, { ...nothing, exitTimes })[2]).toMatchObject({ state: 'now', until: 1_001 });
    expect(shown(of, { exitTimes, now: 1_001 })).toContain('wait done');
  });

  it('of a delegate end when the exchange takes its signatures', () => {
    const of = job('addDelegate', { ...sent(['addDelegate', HASH]), isMined: true, symbol: '' });
    const known = { active: true, removalSignature: {}, label: '', isTradingLogin: false };
    const news = (accepted: boolean) => ({ delegates: [{ delegate: DAI, accepted, ...known }] });
    expect(shown(of, news(false))).toEqual(['send done', 'mine done', 'accept now']);
    expect(shown(of, news(true))).toContain('accept done');
  });
});

describe('exits in force', () => {
  it('are requests that were not given up', () => {
    const request = entry({ type: 'withdrawal', description: 'exit requested', applied: [[-1, 1, 1]] });
    const all = [request, { ...request, id: 8, canceled: true }, entry()];
    expect(exitsInForce(all, 'DAI').map(({ id }) => id)).toEqual([7]);
    expect(exitsInForce(all, 'ETH')).toEqual([]);
  });
});

describe('a kept job', () => {
  it('is the same after a reload, and anything else is none', () => {
    const of = job('deposit', { ...sent(['approve', HASH]), entry: 3, isMined: true });
    expect(readJob(JSON.parse(JSON.stringify(storedJob(of))))).toEqual(of);
    const fresh = job('withdraw');
    expect(readJob(JSON.parse(JSON.stringify(storedJob(fresh))))).toEqual(fresh);
    for (const wrong of [
      null,
      7,
      {},
      { ...of, kind: 'steal' },
      { ...of, account: '0x12' },
      { ...of, sent: 'x' },
    ])
      expect(readJob(wrong)).toBeUndefined();
  });
});
