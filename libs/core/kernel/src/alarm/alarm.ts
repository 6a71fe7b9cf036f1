import type { ProgramName } from '../service-name';

/** What an operator must know of an alarm before it is raised. */
export interface Alarm {
  /** `page`: somebody is woken. `ticket`: it is looked at on the next working day. */
  readonly severity: 'page' | 'ticket';
  /**
   * `event`: it happened, and is said once. `state`: it is said at once and again each minute for as long as it is so, and
   * has ended when it is said no more. `end`: the process ends with it, so that no metric of it is ever read; that the
   * process started anew is what can be seen.
   */
  readonly lasts: 'event' | 'state' | 'end';
  /** Who raises it. */
  readonly raisedBy: readonly ProgramName[];
  /** One sentence: what it means. */
  readonly means: string;
  /** What an operator does first. */
  readonly act: string;
  /** The page in docs/runbooks that has a section by the name of the alarm's code. */
  readonly page: string;
}

/** What is a state is said again after so long, for as long as it is so: `alarms_total` rises meanwhile. */
export const ALARM_EVERY_MS = 60_000;
