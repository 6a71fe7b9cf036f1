import type { LoggerService } from '@nestjs/common';
import type { Log } from '@exchange/platform';

/** Nest's own messages in our log; its chatter about modules and routes only at debug. */
export function nestLog(log: Log): LoggerService {
  const text = (message: unknown) => (message instanceof Error ? message.message : String(message));
  return {
    log: (message: unknown, context?: unknown) => log.debug({ context }, text(message)),
    debug: (message: unknown, context?: unknown) => log.debug({ context }, text(message)),
    verbose: (message: unknown, context?: unknown) => log.debug({ context }, text(message)),
    warn: (message: unknown, context?: unknown) => log.warn({ context }, text(message)),
    error: (message: unknown, ...details: unknown[]) =>
      log.error({ alarm: 'framework_failed', details }, text(message)),
    fatal: (message: unknown, ...details: unknown[]) =>
      log.fatal({ alarm: 'framework_failed', details }, text(message)),
  };
}
