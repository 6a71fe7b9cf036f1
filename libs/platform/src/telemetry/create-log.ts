import { withoutSecrets } from '@exchange/core/kernel';
import { type DestinationStream, type LogFn, type Logger, pino, stdSerializers } from 'pino';

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

/** A JSON logger to standard output; the values of secret names, and what addresses keep secret, are never written. */
export function createLog(service: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { service },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: object) => shownFields(fields),
    },
    // What pino would write of errors is shown already.
    serializers: { err: (error: unknown) => error },
    hooks: { logMethod },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Messages are our own, but Nest's, which say what failed; fields are shown by `formatters`. */
function logMethod(this: Logger, [first, ...others]: Parameters<LogFn>, method: LogFn): void {
  const parts = first instanceof Error ? [{ err: first }, first.message] : [first];
  const [fields, ...more] = [...parts, ...others] as unknown[];
  method.apply(this, [
    isObject(fields) ? fields : shown(fields),
    ...more.map((part) => shown(part)),
  ] as never);
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
