import { marketMetrics } from '@exchange/contract/metrics';
import { type Clock, inSeconds, type Meters, type Turn } from '@exchange/platform';
import type { RateKeeper } from './rates/rate-keeper';
import type { RatePolls } from './rates/rate-polls';

interface Measured {
  readonly turn: Turn;
  readonly polls: Pick<RatePolls, 'ages'>;
  readonly rates: RateKeeper;
  readonly clock: Clock;
}

/** How old the sources' values are, and how many rates are lacking; a standby takes none in, and shows none. */
export function measureRates(meters: Meters, { turn, polls, rates, clock }: Measured): void {
  const current = () => (turn.isStandingBy ? [] : rates.current(clock.now()));
  meters.read(marketMetrics.rateAge, () =>
    polls.ages().map(([source, ageMs]) => [[source], inSeconds(ageMs)] as const),
  );
  meters.read(marketMetrics.ratesWanted, () => current().length);
  meters.read(marketMetrics.ratesMissing, () => current().filter(({ rate }) => rate === null).length);
}
