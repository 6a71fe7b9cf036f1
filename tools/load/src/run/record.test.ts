import { describe, expect, it } from '@jest/globals';
import type { LoadStep } from '../plan/plan';
import { LoadRecord } from './record';

const sent: string[] = [];
const step = (cid: number, account: string, isCancel = false) =>
  ({
    ...{ cid, isCancel, crosses: false, frame: `${cid}` },
    client: { key: { address: account }, connection: { send: (frame: string) => sent.push(frame) } },
  }) as unknown as LoadStep;

const steps = [step(100, 'maker'), step(101, 'taker'), step(100, 'maker', true)];
const fill = (id: number, cid: number) =>
  ['ETHDAI', 'ut', [id, '', 1, '', '', '', '', '', '', 0, 7, cid]] as const;
const ALWAYS = { from: -Infinity, to: Infinity };

describe('the record of a load', () => {
  it('counts an order from when it was due, once', () => {
    const record = new LoadRecord(steps);
    record.send(0, performance.now() - 1_000);
    expect(record.open).toBe(1);
    record.hear([0, 'o', [55, 100], 0]);
    // What the order causes later carries its rid, too.
    record.hear([0, 'o', [55, 100], 0]);
    expect(record.open).toBe(0);
    const [ms = 0] = record.latencies('accepted', 'orders', ALWAYS);
    expect(ms).toBeGreaterThanOrEqual(1_000);
    expect(record.acknowledged()).toEqual(new Map([['maker', new Set([55])]]));
  });

  it('counts a fill when both sides were told, from the later order', () => {
    const record = new LoadRecord(steps);
    record.send(0, performance.now() - 5_000);
    record.send(1, performance.now() - 1_000);
    record.hear(fill(9, 100));
    // Another connection of the same account.
    record.hear(fill(9, 100));
    expect([record.halfTold, record.toldOneSide]).toEqual([1, [9]]);
    record.hear(fill(9, 101));
    expect([record.halfTold, record.toldOneSide]).toEqual([0, []]);
    const [ms = 0] = record.fills(ALWAYS);
    expect(ms).toBeGreaterThanOrEqual(1_000);
    expect(ms).toBeLessThan(4_000);
  });

  it('counts refusals by code, those of cancels apart', () => {
    const record = new LoadRecord(steps);
    record.send(0, 0);
    record.send(2, 0);
    record.hear([0, 'e', 'RATE_LIMITED: later', 0]);
    record.hear([0, 'e', 'UNKNOWN_ORDER: no such order', 2]);
    expect(record.refusals('orders')).toEqual(new Map([['RATE_LIMITED', 1]]));
    expect(record.refusals('cancels')).toEqual(new Map([['UNKNOWN_ORDER', 1]]));
  });

  it('knows nothing of fills of earlier loads', () => {
    const record = new LoadRecord(steps);
    record.hear(fill(8, 3));
    expect(record.tradeIds.size).toBe(0);
  });
});
