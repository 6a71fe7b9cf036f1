import type { AlarmCode } from '@exchange/core/kernel';
import { FencedError } from './database';

/** What a line says beside its message. */
export interface LogFields {
  readonly alarm?: never;
  readonly [name: string]: unknown;
}

/** An error needs a person, so it has the code of an alarm that is listed (`ALARMS` of the kernel). */
export interface AlarmFields {
  readonly alarm: AlarmCode;
  readonly [name: string]: unknown;
}

/** Structured logging; a pino logger fits. What the levels mean: docs/operations/logs.md. */
export interface Log {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: AlarmFields, message: string): void;
  fatal(fields: AlarmFields, message: string): void;
}

/** A line of the log as a value: what a turn decided to say. */
export type LogLine =
  | { readonly level: 'debug' | 'info' | 'warn'; readonly fields: LogFields; readonly message: string }
  | { readonly level: 'error'; readonly fields: AlarmFields; readonly message: string }
  | { readonly level: 'fatal'; readonly fields: AlarmFields; readonly message: string };

/** Something that must not happen and needs a person: `code` is what operators look for. */
export const alarm = (code: AlarmCode, fields: LogFields, message: string): LogLine => ({
  level: 'error',
  fields: { ...fields, alarm: code },
  message,
});

/** Writes a line that was kept. */
export function writeLine(log: Log, line: LogLine): void {
  if (line.level === 'error') log.error(line.fields, line.message);
  else if (line.level === 'fatal') log.fatal(line.fields, line.message);
  else log[line.level](line.fields, line.message);
}

/** What a process says that ends: whether another one took its place, or what went wrong. */
export const endOf = (
  error: unknown,
  otherwise: 'process_failed' | 'turn_failed' = 'process_failed',
): AlarmFields => ({ alarm: error instanceof FencedError ? 'process_fenced' : otherwise, err: error });
