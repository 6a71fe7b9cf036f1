import { describe, expect, it } from '@jest/globals';
import type { FeeVersion } from '@exchange/core/message';
import { ALICE, factsOf, newLedger, NOW } from '../../test/setting.fixture';
import { nextFees } from './announce-fees';
import { DEFAULT_FEE_SCHEDULE } from './fee-schedule';
import { FeeVersions } from './fee-versions';
import { tellFeeTier } from './tell-fee-tier';

const ETHER = 10n ** 18n;
const rows = [{ volume: 0n, makerPpm: 100, takerPpm: 2_000 }];
const version = (number: number, startsAt: number): FeeVersion => ({
  ...{ version: number, rows, announcedAt: NOW, startsAt },
});
const limits = { maxFeeBps: 25, noticeSeconds: 60 };
const soonest = NOW + 60_000;

describe('versions of the fees', () => {
  it('start when their time has come, and stay in force whatever the clock says', () => {
    const fees = new FeeVersions(DEFAULT_FEE_SCHEDULE);
    expect(fees.current).toMatchObject({ version: 1, rows: DEFAULT_FEE_SCHEDULE });
    fees.announce(version(2, NOW + 10));
    expect(fees.startDue(NOW + 9)).toBeUndefined();
    expect(fees.listed).toMatchObject({ current: { version: 1 }, next: { version: 2 } });
    expect(fees.startDue(NOW + 10)).toMatchObject({ version: 2 });
    expect(fees.startDue(NOW)).toBeUndefined();
    expect(fees.listed).toEqual({ current: version(2, NOW + 10) });
    expect(fees.schedule).toBe(rows);
  });

  it('never start once another was announced in their place, and leave their number unused', () => {
    const fees = new FeeVersions(DEFAULT_FEE_SCHEDULE);
    fees.announce(version(2, NOW + 10));
    expect(fees.nextNumber).toBe(3);
    fees.announce(version(3, NOW + 20));
    expect(fees.startDue(NOW + 15)).toBeUndefined();
    expect(fees.startDue(NOW + 20)).toMatchObject({ version: 3 });
    expect(fees.nextNumber).toBe(4);
  });

  it('are followed by a group that hears of several, and of an older state of the log', () => {
    const late = new FeeVersions(DEFAULT_FEE_SCHEDULE);
    late.take({ current: version(2, NOW), next: version(3, NOW + 20) });
    expect(late.startDue(NOW)).toMatchObject({ version: 2 });
    late.take({ current: late.current, next: version(2, NOW) });
    expect(late.next).toMatchObject({ version: 3 });
    expect(late.startDue(NOW + 20)).toMatchObject({ version: 3 });
  });

  it('are as they were after a restart', () => {
    const stored = [
      { version: 1, rows, announcedAt: 0, startsAt: 0, replaced: false },
      { ...version(2, NOW + 5), replaced: true },
      { ...version(3, NOW + 10), replaced: false },
    ];
    const fees = new FeeVersions(DEFAULT_FEE_SCHEDULE);
    fees.restore(stored, 1);
    expect(fees.schedule).toBe(rows);
    expect(fees.startDue(NOW + 7)).toBeUndefined();
    expect(fees.startDue(NOW + 10)).toMatchObject({ version: 3 });
  });
});

describe('an announcement of fees', () => {
  const next = (
    wish: { rows?: typeof rows; startsAt?: number },
    fees = new FeeVersions(DEFAULT_FEE_SCHEDULE),
  ) => nextFees(fees, limits, { rows, startsAt: soonest, ...wish }, NOW);

  it('is the next version', () => {
    expect(next({})).toEqual({ ok: true, value: version(2, soonest) });
  });

  it('is refused with all that is wrong with its rows', () => {
    expect(next({ rows: [{ volume: 1n, makerPpm: -3_000, takerPpm: 2_501 }] })).toMatchObject({
      code: 'INVALID_FIELD',
      message: expect.stringMatching(/start at volume 0; .*may exceed 2500 ppm; .*rebate must not exceed/),
    });
    expect(next({ rows: [] })).toMatchObject({ message: expect.stringContaining('at least one row') });
  });

  it('is refused with too little notice, and too far ahead', () => {
    const wrong = { code: 'INVALID_FIELD', message: expect.stringContaining(`from ${soonest} to `) };
    expect(next({ startsAt: soonest - 1 })).toMatchObject(wrong);
    expect(next({ startsAt: Number.MAX_SAFE_INTEGER })).toMatchObject(wrong);
  });

  it('of what is in force is refused, unless it takes back another', () => {
    const fees = new FeeVersions(rows);
    expect(next({}, fees)).toMatchObject({ message: 'these are fees 1, which are in force' });
    fees.announce({ ...version(2, NOW + 20_000), rows: DEFAULT_FEE_SCHEDULE });
    expect(next({}, fees)).toMatchObject({ value: { version: 3 } });
  });

  it('doesn’t replace what starts within seconds', () => {
    const fees = new FeeVersions(rows);
    fees.announce({ ...version(2, NOW + 9_999), rows: DEFAULT_FEE_SCHEDULE });
    expect(next({}, fees)).toMatchObject({ message: expect.stringContaining('too soon to replace them') });
  });
});

describe('the tier of an account', () => {
  it('is told once when a schedule that has started changed its rates', () => {
    const fees = new FeeVersions(DEFAULT_FEE_SCHEDULE);
    const ledger = newLedger([ALICE], 0, { fees });
    const told = () => factsOf(tellFeeTier(ledger, ALICE, NOW), 'feeTierChanged').map(({ tier }) => tier);
    expect(told()).toEqual([]);
    fees.announce(version(2, NOW));
    fees.startDue(NOW);
    expect(told()).toEqual([{ volume: '0', makerPpm: 100, takerPpm: 2_000 }]);
    expect(told()).toEqual([]);
    fees.announce({ ...version(3, NOW), rows: [...rows, { volume: ETHER, makerPpm: 0, takerPpm: 1_000 }] });
    fees.startDue(NOW);
    expect(told()).toEqual([]);
  });
});
