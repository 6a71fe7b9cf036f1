import { alarmOf, withoutSecrets } from '@exchange/core/kernel';
import { type DestinationStream, pino, stdSerializers } from 'pino';
import type { AlarmFields, Log } from '../ports';
import { raisedAlarms } from './raised-alarms';

const SECRETS: ReadonlySet<string> = new Set([
  'password',
  'secret',
  'grant',
  'session',
  'privateKey',
  'mnemonic',
  'authorization',
  'cookie',
]);

/** So deep may objects of fields lie in each other; what lies deeper is not written. */
const DEPTH_MAX = 6;

type Level = keyof Log;

/**
 * A JSON logger to standard output; the values of secret names, and what addresses keep secret, are never written. What it
 * says with alarms is counted, at whatever level it writes.
 */
export function createLog(service: string, level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: { service },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    // What pino would write of errors is shown already.
    serializers: { err: (error: unknown) => error },
  };
  const logger = destination ? pino(options, destination) : pino(options);
  const alarms = raisedAlarms(service);
  const write = (at: Level, fields: object, message: string) => {
    if (logger.isLevelEnabled(at)) logger[at](shownFields(fields), withoutSecrets(message));
  };
  const raise = (at: Level, fields: AlarmFields, message: string) => {
    const { alarm: code } = fields;
    const { severity } = alarmOf(code);
    alarms.raised({ at: Date.now(), code, severity, message: withoutSecrets(message) });
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

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A value as JSON would have it, but for what addresses in it keep secret. */
function shown(value: unknown, depth = DEPTH_MAX): unknown {
  if (typeof value === 'string') return withoutSecrets(value);
  if (!isObject(value) || ArrayBuffer.isView(value)) return value;
  if (depth === 0) return '…';
  if (value instanceof Error) return shownError(value, depth);
  if (Array.isArray(value)) return value.map((item) => shown(item, depth - 1));
  if ('toJSON' in value && typeof value.toJSON === 'function') return shown(value.toJSON(), depth - 1);
  return shownFields(value, depth - 1);
}

const shownFields = (fields: object, depth = DEPTH_MAX): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      withoutSecrets(name),
      SECRETS.has(name) ? '(secret)' : shown(value, depth),
    ]),
  );

/** An error's texts and numbers. Objects in it are left out: libraries hang requests and answers on errors. */
function shownError(error: Error, depth: number): unknown {
  const parts = Object.entries(stdSerializers.err(error)).filter(([, value]) => typeof value !== 'object');
  const { errors } = error as { readonly errors?: unknown };
  const several = Array.isArray(errors) ? { aggregateErrors: shown(errors, depth - 1) } : {};
  return { ...shownFields(Object.fromEntries(parts)), ...several };
}
