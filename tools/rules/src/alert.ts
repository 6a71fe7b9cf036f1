import type { Alarm, AlarmCode } from '@exchange/core/kernel';
import type { Expression } from './promql';

/** When an alert is looked at in an example, and the labels that it has beside its severity if it fires then. */
export interface Fires {
  /** From the beginning, such as `10m`. */
  readonly at: string;
  readonly labels: Readonly<Record<string, string>>;
  /** The value as the summary shows it, if it does. */
  readonly value?: string;
}

/** What is measured over some time, and what the alert makes of it: promtool plays it. */
export interface AlertExample {
  /** The values of each series, one a minute from 0 on, as promtool writes them: `0x4 1x10` is five times 0, then eleven times 1. */
  readonly series: Readonly<Record<Expression, string>>;
  readonly fires: readonly Fires[];
  /** When it doesn't fire; after the last `fires` it has cleared. */
  readonly silent: readonly string[];
}

/** An alert of Prometheus, with what an operator is told and examples that show that it fires and clears. */
export interface Alert {
  /** As alarms are called; what an alarm alone tells is called by its code. */
  readonly name: string;
  readonly severity: Alarm['severity'];
  readonly expr: Expression;
  /** How long it must be so before it fires, such as `5m`; at once if not given. */
  readonly lasting?: string;
  /** One sentence: what is so. `{{ $labels.service }}` stands for a label. */
  readonly summary: string;
  /** What an operator does first. */
  readonly act: string;
  /** The page in docs/runbooks and its section. */
  readonly runbook: `${string}.md#${string}`;
  /** The alarms that it tells of. */
  readonly tellsOf?: readonly AlarmCode[];
  readonly examples: readonly AlertExample[];
}

/** A rule whose result is kept as a series. */
export interface Recording {
  readonly record: string;
  readonly expr: Expression;
  readonly labels?: Readonly<Record<string, string>>;
}

/** What is measured over some time, and what recordings then say. */
export interface RecordingExample {
  readonly series: AlertExample['series'];
  readonly at: string;
  /** The value of each query, which names one series. */
  readonly values: Readonly<Record<Expression, number>>;
}

/** What is kept, and loaded, together. */
export interface RuleFile {
  /** Of the file in observability/rules, without its ending. */
  readonly name: string;
  /** At the head of the file. */
  readonly about: string;
  readonly recordings: readonly Recording[];
  readonly recordingExamples: readonly RecordingExample[];
  readonly alerts: readonly Alert[];
  /**
   * Examples of different alerts are about different series and are played together, the first of each, then the second: each
   * that is played has all rules of the file evaluated for as long as it lasts.
   */
  readonly playedTogether?: boolean;
}
