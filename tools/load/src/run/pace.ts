import { setTimeout as delay } from 'node:timers/promises';
import type { LoadStep } from '../plan/plan';
import type { LoadRecord } from './record';

/** Sends steps; resolves when the last was sent. */
export type Pace = (steps: readonly LoadStep[], record: LoadRecord) => Promise<void>;

/**
 * Open loop: an order is due every 1/rate seconds, whatever became of those before it, and what it waits for counts
 * from then on. A cancel is due with the order before it.
 */
export function openLoop(rate: number): Pace {
  return async (steps, record) => {
    const began = performance.now();
    let orders = 0;
    let at = 0;
    while (at < steps.length) {
      const now = performance.now();
      for (let step = steps[at]; step !== undefined; step = steps[at]) {
        const due = began + (orders * 1000) / rate;
        if (due > now) break;
        record.send(at, due);
        at += 1;
        if (!step.isCancel) orders += 1;
      }
      if (at < steps.length) await delay(Math.max(1, began + (orders * 1000) / rate - performance.now()));
    }
  };
}

/** Closed loop: so many commands are under way at once; each answer lets the next one go. */
export function closedLoop(underWay: number): Pace {
  return (steps, record) =>
    new Promise((resolve) => {
      let at = 0;
      const next = () => {
        while (at < steps.length && record.open < underWay) record.send(at++, performance.now());
        if (at === steps.length) resolve();
      };
      record.onProgress(next);
      next();
    });
}

/** One command after the other, each when the exchange has nothing left to say to the one before. */
export const idle: Pace = (steps, record) =>
  new Promise((resolve) => {
    let at = 0;
    let expected = 0;
    const next = () => {
      if (record.open > 0 || record.halfTold > 0 || record.fillsTold < expected) return;
      if (at === steps.length) {
        resolve();
        return;
      }
      if (steps[at]?.crosses === true) expected += 1;
      record.send(at++, performance.now());
    };
    record.onProgress(next);
    next();
  });
