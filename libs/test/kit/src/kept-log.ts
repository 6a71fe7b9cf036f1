import type { AlarmFields, Log, LogFields, LogLine } from '@exchange/platform';

/** A log that keeps its lines for a test to look at, and prints nothing. */
export class KeptLog implements Log {
  readonly lines: LogLine[] = [];

  debug = (fields: LogFields, message: string) => this.lines.push({ level: 'debug', fields, message });
  info = (fields: LogFields, message: string) => this.lines.push({ level: 'info', fields, message });
  warn = (fields: LogFields, message: string) => this.lines.push({ level: 'warn', fields, message });
  error = (fields: AlarmFields, message: string) => this.lines.push({ level: 'error', fields, message });
  fatal = (fields: AlarmFields, message: string) => this.lines.push({ level: 'fatal', fields, message });

  /** What was said with errors, and when processes ended. */
  get alarms(): readonly AlarmFields[] {
    return this.lines.flatMap(({ fields }) => (fields.alarm === undefined ? [] : [fields]));
  }

  of(level: LogLine['level']): readonly LogLine[] {
    return this.lines.filter((line) => line.level === level);
  }
}
