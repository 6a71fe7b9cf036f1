import { withoutSecrets } from '@exchange/core/kernel';
import { type DestinationStream, type LogFn, type Logger, pino, stdSerializers } from 'pino';

const SECRETS = [
  'password',
  'secret',
  'grant',
  'session',
  'privateKey',
  'mnemonic',
  'authorization',
  'cookie',
];

/** A JSON logger to standard output; the values of secret names, and what addresses keep secret, are never written. */
export function createLog(service: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { service },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }), log: shownFields },
    serializers: { err: shownError },
    hooks: { logMethod },
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '(secret)' },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Messages are our own, but Nest's, which say what failed. */
function logMethod(this: Logger, parts: Parameters<LogFn>, method: LogFn): void {
  method.apply(this, parts.map(shown) as Parameters<LogFn>);
}

const shown = (value: unknown): unknown => {
  if (typeof value === 'string') return withoutSecrets(value);
  return Array.isArray(value) ? value.map(shown) : value;
};

const shownFields = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shown(value)]));

/** An error's texts and numbers. Objects in it are left out: libraries hang requests and answers on errors. */
function shownError(error: unknown): unknown {
  if (!(error instanceof Error)) return shown(error);
  const parts = Object.entries(stdSerializers.err(error)).filter(([, value]) => typeof value !== 'object');
  const { errors } = error as { readonly errors?: unknown };
  const several = Array.isArray(errors) ? { aggregateErrors: errors.map(shownError) } : {};
  return { ...shownFields(Object.fromEntries(parts)), ...several };
}
