import { processMetrics } from '@exchange/contract/metrics';
import { ALARM_CODES, ALARM_EVERY_MS, type AlarmCode, alarmOf } from '@exchange/core/kernel';
import type { Alert, AlertExample } from './alert';
import { type Expression, secondsOf, series } from './promql';

/** An event is shown for so long: whoever looks after a page or a handover still sees it. */
const EVENT_SHOWN = '1h';
/** A state is said again before this is over, even if one scrape fails. */
const STATE_WINDOW = `${(3 * ALARM_EVERY_MS) / 1_000}s`;

/** Alarms with which a process ends: they are never scraped, `process_started_anew` tells of them, or what ALSO_TOLD says. */
export const ENDING: readonly AlarmCode[] = ALARM_CODES.filter((code) => alarmOf(code).lasts === 'end');

/** The other side of an alarm says the same. */
const ALSO_TOLD: Partial<Readonly<Record<AlarmCode, readonly AlarmCode[]>>> = {
  standby_took_over: ['process_fenced'],
};

/**
 * A process that raises an alarm before it is scraped first shows 1 from the start, which is no increase: it counts while the
 * process is young.
 */
function eventQuery(code: AlarmCode): Expression {
  const raised = series(processMetrics.alarms, { code });
  const age = `time() - ${series(processMetrics.resources.started)}`;
  return `increase(${raised}[${EVENT_SHOWN}]) > 0 or (${raised} > 0 and on (job, instance) ${age} < ${secondsOf(EVENT_SHOWN)})`;
}

const stateQuery = (code: AlarmCode): Expression =>
  `increase(${series(processMetrics.alarms, { code })}[${STATE_WINDOW}]) > 0`;

const INSTANCE = 'a:9100';

function example(code: AlarmCode): AlertExample {
  const [service = ''] = alarmOf(code).raisedBy;
  const place = { service, instance: INSTANCE };
  const labels = { ...place, job: 'exchange', code };
  const raised = series(processMetrics.alarms, { code, ...place });
  const started = series(processMetrics.resources.started, place);
  return alarmOf(code).lasts === 'event'
    ? {
        series: { [raised]: '0x9 1x120', [started]: '-10000x130' },
        fires: [
          { at: '11m', labels },
          { at: '65m', labels },
        ],
        silent: ['9m', '72m'],
      }
    : {
        series: { [raised]: '0x9 1+1x10 11x40', [started]: '-10000x130' },
        fires: [
          { at: '11m', labels },
          { at: '20m', labels },
        ],
        silent: ['9m', '25m'],
      };
}

/** What is raised before the first scrape: the process began with it. */
function exampleOfAStart(code: AlarmCode): AlertExample {
  const [service = ''] = alarmOf(code).raisedBy;
  const place = { service, instance: INSTANCE };
  const labels = { ...place, job: 'exchange', code };
  return {
    series: {
      [series(processMetrics.alarms, { code, ...place })]: '_x10 1x120',
      [series(processMetrics.resources.started, place)]: '_x10 590x120',
    },
    fires: [{ at: '11m', labels }],
    silent: ['9m', '75m'],
  };
}

function alertOf(code: AlarmCode): Alert {
  const { severity, lasts, means, act, page } = alarmOf(code);
  const examples = [example(code), ...(lasts === 'event' ? [exampleOfAStart(code)] : [])];
  return {
    name: code,
    severity,
    expr: lasts === 'event' ? eventQuery(code) : stateQuery(code),
    summary: `{{ $labels.service }}: ${means}`,
    act,
    runbook: `${page as `${string}.md`}#${code}`,
    tellsOf: [code, ...(ALSO_TOLD[code] ?? [])],
    examples,
  };
}

/** An alert for each alarm that a counter tells of, by its code. */
export const ALARM_ALERTS: readonly Alert[] = ALARM_CODES.filter((code) => !ENDING.includes(code)).map(
  alertOf,
);
