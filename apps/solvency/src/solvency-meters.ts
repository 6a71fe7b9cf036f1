import { moneyMetrics } from '@exchange/contract/metrics';
import { inSeconds, type Meters, type Turn } from '@exchange/platform';
import type { SolvencyState } from './books/solvency-state';
import type { StandingCheck } from './check/standing-check';

interface Measured {
  readonly turn: Turn;
  readonly state: SolvencyState;
  readonly check: Pick<StandingCheck, 'ageMs'>;
}

/** What the newest check found; a standby makes none, and shows nothing. Tokens are named by the contract's numbers. */
export function measureSolvency(meters: Meters, { turn, state, check }: Measured): void {
  const active =
    <T>(read: () => T) =>
    () =>
      turn.isStandingBy ? undefined : read();
  meters.read(
    moneyMetrics.surplus,
    active(() => {
      // Before the first check nothing is known, which isn't nothing.
      if (state.report === undefined) return undefined;
      const found = new Map(state.report.tokens.map((one) => [one.token, one.holdings - one.liabilities]));
      return Array.from(
        state.tokens,
        ([id, token]) => [[String(id)], Number(found.get(token) ?? 0n)] as const,
      );
    }),
  );
  meters.read(
    moneyMetrics.solvencyDifference,
    active(() => (state.open === undefined ? 0 : 1)),
  );
  meters.read(
    moneyMetrics.solvencyBlock,
    active(() => state.report?.block),
  );
  meters.read(
    moneyMetrics.solvencyAge,
    active(() => inSeconds(check.ageMs)),
  );
}
