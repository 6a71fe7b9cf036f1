/** A line of the log as a value: what a turn decided to say. */
export interface LogLine {
  readonly level: keyof Log;
  readonly fields: object;
  readonly message: string;
}

/** Something that must not happen and needs a person: `code` is what operators look for. */
export const alarm = (code: string, fields: object, message: string): LogLine => ({
  level: 'error',
  fields: { alarm: code, ...fields },
  message,
});

/** Structured logging; a pino logger fits. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  fatal(fields: object, message: string): void;
}
