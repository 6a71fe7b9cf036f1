import type { Log, LogLine } from '@exchange/platform';

/** A log that keeps its lines for a test to look at, and prints nothing. */
export class KeptLog implements Log {
  readonly lines: LogLine[] = [];

  debug = (fields: object, message: string) => this.keep('debug', fields, message);
  info = (fields: object, message: string) => this.keep('info', fields, message);
  warn = (fields: object, message: string) => this.keep('warn', fields, message);
  error = (fields: object, message: string) => this.keep('error', fields, message);
  fatal = (fields: object, message: string) => this.keep('fatal', fields, message);

  of(level: LogLine['level']): readonly LogLine[] {
    return this.lines.filter((line) => line.level === level);
  }

  private keep(level: LogLine['level'], fields: object, message: string): void {
    this.lines.push({ level, fields, message });
  }
}
