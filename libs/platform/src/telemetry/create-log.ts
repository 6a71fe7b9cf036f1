import { type DestinationStream, type Logger, pino } from 'pino';

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

/** A JSON logger to standard output; the values of secret names are never written. */
export function createLog(service: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { service },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '(secret)' },
  };
  return destination ? pino(options, destination) : pino(options);
}
