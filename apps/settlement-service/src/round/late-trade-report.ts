import { ALARM_EVERY_MS } from '@exchange/core/kernel';
import type { RoundTools } from './round-tools';

const SAMPLE = 10;

/** Alarms while trades are older than they may be without being mined: matching must stop before too long. */
export class LateTradeReport {
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly tools: RoundTools) {}

  report(): void {
    const { state, clock, log, limits } = this.tools;
    const now = clock.now();
    const passed = clock.steady() - this.#reportedAt;
    if (passed < ALARM_EVERY_MS) return;
    const late = [...state.trades.all()].filter(
      ({ stage, since }) => stage !== 'mined' && now - since > limits.lateTradeMs,
    );
    if (late.length === 0) return;
    this.#reportedAt = clock.steady();
    const sample = late.slice(0, SAMPLE).map(({ id, stage, lastCode }) => ({ id, stage, lastCode }));
    log.error({ alarm: 'settlement_late', trades: late.length, sample }, 'trades are not settled in time');
  }
}
