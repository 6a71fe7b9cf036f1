import { ALARM_CODES, type AlarmCode, alarmOf, type ProgramName } from '@exchange/core/kernel';

/** So many of the last alarms are kept. */
const KEPT_MAX = 50;

/** An alarm as it was said. `at`: Unix ms. */
export interface RaisedAlarm {
  readonly at: number;
  readonly code: AlarmCode;
  readonly severity: 'page' | 'ticket';
  readonly message: string;
}

/** What the logs of a service have said with alarms since the process began. */
export class RaisedAlarms {
  private readonly counts: Map<AlarmCode, number>;
  private readonly kept: RaisedAlarm[] = [];

  constructor(service: string) {
    // A counter that begins at its first alarm would hide that one from whoever asks for its rise.
    const own = ALARM_CODES.filter((code) => alarmOf(code).raisedBy.includes(service as ProgramName));
    this.counts = new Map(own.map((code) => [code, 0]));
  }

  raised(alarm: RaisedAlarm): void {
    this.counts.set(alarm.code, (this.counts.get(alarm.code) ?? 0) + 1);
    this.kept.push(alarm);
    if (this.kept.length > KEPT_MAX) this.kept.shift();
  }

  /** How often each was raised; those that the service may raise are there from the start. */
  get byCode(): ReadonlyMap<AlarmCode, number> {
    return this.counts;
  }

  /** The last ones, newest first. */
  get last(): readonly RaisedAlarm[] {
    return this.kept.toReversed();
  }
}

const services = new Map<string, RaisedAlarms>();

/**
 * The alarms of a service in this process. There is one for all its logs, since some write before there is a registry of
 * metrics: those of keys that are opened first, and those of what ends the process.
 */
export function raisedAlarms(service: string): RaisedAlarms {
  const known = services.get(service) ?? new RaisedAlarms(service);
  services.set(service, known);
  return known;
}
