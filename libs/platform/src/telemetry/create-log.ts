import { alarmOf } from '@exchange/core/kernel';
import { type DestinationStream, pino } from 'pino';
import type { AlarmFields, Log } from '../ports';
import { raisedAlarms } from './raised-alarms';
import { shownFields, shownText } from './shown-fields';
import { activeTrace } from './spans';

type Level = keyof Log;

/**
 * A JSON logger to standard output; what is secret by its name or form is never written (shown-fields.ts). What it says with
 * alarms is counted, at whatever level it writes.
 */
export function createLog(service: string, level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: { service },
    mixin: traceOfLine,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    // What pino would write of errors is shown already.
    serializers: { err: (error: unknown) => error },
  };
  const logger = destination ? pino(options, destination) : pino(options);
  const alarms = raisedAlarms(service);
  const write = (at: Level, fields: object, message: string) => {
    if (logger.isLevelEnabled(at)) logger[at](shownFields(fields), shownText(message));
  };
  const raise = (at: Level, fields: AlarmFields, message: string) => {
    const { alarm: code } = fields;
    const { severity } = alarmOf(code);
    alarms.raised({ at: Date.now(), code, severity, message: shownText(message) });
    write(at, fields, message);
  };
  return {
    debug: (fields, message) => write('debug', fields, message),
    info: (fields, message) => write('info', fields, message),
    warn: (fields, message) => write('warn', fields, message),
    error: (fields, message) => raise('error', fields, message),
    fatal: (fields, message) => raise('fatal', fields, message),
  };
}

/** The kept trace in which a line is written. */
function traceOfLine(): { traceId?: string } {
  const trace = activeTrace();
  return trace ? { traceId: trace.traceId } : {};
}
