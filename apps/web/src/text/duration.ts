import { waysText } from './ways';

const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

/** How long something takes, in its two largest units: `1 day 2 hours`. Seconds, which count up to whole ones. */
export function duration(seconds: number): string {
  const { days, hours, minutes, seconds: secondsText } = waysText.time;
  const whole = Math.max(0, Math.ceil(seconds));
  const parts: readonly (readonly [count: number, words: (count: number) => string])[] = [
    [Math.floor(whole / DAY_S), days],
    [Math.floor((whole % DAY_S) / HOUR_S), hours],
    [Math.floor((whole % HOUR_S) / MINUTE_S), minutes],
    [whole % MINUTE_S, secondsText],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  if (first < 0) return secondsText(0);
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, words]) => words(count))
    .join(' ');
}

let clock: { readonly time: Intl.DateTimeFormat; readonly day: Intl.DateTimeFormat } | undefined;

/** How times and days are written here; made once, which takes longer than writing hundreds. */
const clockHere = () =>
  (clock ??= {
    time: new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' }),
    day: new Intl.DateTimeFormat(),
  });

/** A time as clocks here show it, with the day unless it is today. `seconds`: Unix. */
export function clockTime(seconds: number, now: number): string {
  const [at, today] = [new Date(seconds * 1000), new Date(now * 1000)];
  const { time, day } = clockHere();
  return at.toDateString() === today.toDateString()
    ? time.format(at)
    : `${day.format(at)} ${time.format(at)}`;
}
