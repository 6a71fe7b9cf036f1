import type { Alert, AlertExample, Recording, RecordingExample } from './alert';
import { type Objective, OBJECTIVES } from './objectives';
import { type Expression, secondsOf } from './promql';

/**
 * How fast a budget of 30 days is spent, over which window, and whether it still is over a shorter one: "Multiwindow, Multi-Burn-Rate
 * Alerts" in chapter 5 of The Site Reliability Workbook (https://sre.google/workbook/alerting-on-slos/).
 */
const BURNS = {
  page: [
    { factor: 14.4, window: '1h', still: '5m' },
    { factor: 6, window: '6h', still: '30m' },
  ],
  ticket: [
    { factor: 3, window: '1d', still: '2h' },
    { factor: 1, window: '3d', still: '6h' },
  ],
} as const;
type Severity = keyof typeof BURNS;
type Burn = (typeof BURNS)[Severity][number];

/** Where little happens one failure is a great share: so many must be bad in the long window. */
export const BAD_MIN = 10;

const EVENTS = 'slo:events:rate5m';
const BAD = 'slo:bad:rate5m';
const BUDGET_WINDOW = '30d';
const of = (record: string, { name }: Objective): Expression => `${record}{slo="${name}"}`;
const shareOf = (window: string): string => `slo:bad:ratio_${window}`;

const WINDOWS = [
  ...new Set(Object.values(BURNS).flatMap((burns) => burns.flatMap(({ window, still }) => [still, window]))),
].sort((a, b) => secondsOf(a) - secondsOf(b));

const mean = (record: Expression, window: string): Expression =>
  window === '5m' ? record : `avg_over_time(${record}[${window}])`;

/** Of each objective its events and bad ones, what share was bad over each window, and what is left of its budget. */
export const OBJECTIVE_RECORDINGS: readonly Recording[] = [
  ...OBJECTIVES.flatMap(({ name, target, events, bad }) => [
    { record: EVENTS, expr: events, labels: { slo: name } },
    { record: BAD, expr: bad, labels: { slo: name } },
    { record: 'slo:objective:ratio', expr: `vector(${target})`, labels: { slo: name } },
  ]),
  ...WINDOWS.map((window) => ({
    record: shareOf(window),
    expr: `${mean(BAD, window)} / (${mean(EVENTS, window)} > 0)`,
  })),
  {
    record: 'slo:budget_left:ratio_30d',
    expr:
      `1 - (${mean(BAD, BUDGET_WINDOW)} / (${mean(EVENTS, BUDGET_WINDOW)} > 0)) ` +
      '/ on (slo) group_left () (1 - slo:objective:ratio)',
  },
];

/** The budget burns faster than the factor, over the long window and still, and by more than a few events. */
function burns(objective: Objective, { factor, window, still }: Burn): Expression {
  const limit = `(${factor} * ${budgetOf(objective)})`;
  const enough = `${mean(of(BAD, objective), window)} * ${secondsOf(window)} >= ${BAD_MIN}`;
  return `(${of(shareOf(window), objective)} > ${limit} and ${of(shareOf(still), objective)} > ${limit} and ${enough})`;
}

/** The share that may be bad, without the noise of a subtraction. */
const budgetOf = ({ target }: Objective): number => Number((1 - target).toPrecision(6));

const HOW: Record<Severity, { readonly suffix: string; readonly says: string }> = {
  page: { suffix: 'fast', says: 'so that the budget of 30 days would be spent within five days' },
  ticket: { suffix: 'slowly', says: 'so that the budget of 30 days will not last' },
};

function alertOf(objective: Objective, severity: Severity): Alert {
  const { name, broken, act } = objective;
  const { suffix, says } = HOW[severity];
  return {
    name: `${name}_burns_${suffix}`,
    severity,
    expr: BURNS[severity].map((burn) => burns(objective, burn)).join(' or '),
    summary: `${broken}, ${says}.`,
    act,
    runbook: `alerts.md#${name}`,
    examples: [...burnsPlayed(severity).map((burn) => example(objective, burn)), exampleOfLittle(objective)],
  };
}

/** Examples are played together, and each window is read by one of them: 6 h is a long one of pages and a short one of tickets. */
const burnsPlayed = (severity: Severity): readonly Burn[] =>
  severity === 'page' ? BURNS.page : [...BURNS.ticket].reverse();

const DIGITS = 12;
/** One bad event a second, told once an hour for longer than the longest window. */
const MANY = Array.from({ length: 74 }, () => '1 _x59').join(' ');

/**
 * A tenth more than the factor for as long as the window: it fires. Then a tenth less over the short window, while the long one still has
 * more: it has cleared.
 */
function example(objective: Objective, { factor, window, still }: Burn): AlertExample {
  const minutes = secondsOf(window) / 60;
  const share = (times: number) => Number((times * factor * budgetOf(objective)).toPrecision(DIGITS));
  const [high, low] = [share(1.1), share(0.9)];
  return {
    series: {
      [of(shareOf(window), objective)]: `${high}x${minutes + 20}`,
      [of(shareOf(still), objective)]: `${low}x9 ${high}x${minutes - 10} ${low}x20`,
      [of(BAD, objective)]: MANY,
    },
    fires: [{ at: `${minutes}m`, labels: { slo: objective.name } }],
    silent: ['0m', `${minutes + 10}m`],
  };
}

/** Where little happens: all of it is bad, but there are less than ten. */
function exampleOfLittle(objective: Objective): AlertExample {
  const all = Object.fromEntries(WINDOWS.map((window) => [of(shareOf(window), objective), '1x30']));
  return { series: { ...all, [of(BAD, objective)]: '0.00001x30' }, fires: [], silent: ['30m'] };
}

/** Two alerts for each objective: one that wakes somebody, and one for the next working day. */
export const BURN_ALERTS: readonly Alert[] = OBJECTIVES.flatMap((objective) => [
  alertOf(objective, 'page'),
  alertOf(objective, 'ticket'),
]);

/** Of what is measured, the share that was bad: over a short window and a long one, and what it leaves of the budget. */
export const OBJECTIVE_EXAMPLES: readonly RecordingExample[] = OBJECTIVES.map((objective) => {
  const { played, share } = objective.example;
  return {
    series: played,
    at: '60m',
    values: {
      [of(shareOf('5m'), objective)]: share,
      [of(shareOf('1h'), objective)]: share,
      [of('slo:objective:ratio', objective)]: objective.target,
      [of('slo:budget_left:ratio_30d', objective)]: 1 - share / budgetOf(objective),
    },
  };
});
