import Fastify from 'fastify';
import type { PlatformConfig } from '../config';
import type { Meters } from '../metrics';
import type { RaisedAlarms } from '../telemetry/raised-alarms';
import type { Readiness } from './readiness';

/** What a process shows of itself. */
export interface ShownParts {
  readonly readiness: Readiness;
  readonly meters: Meters;
  readonly alarms: Pick<RaisedAlarms, 'last'>;
}

/** An internal port that answers. */
export interface InternalPort {
  /** `http://host:port`. */
  readonly url: string;
  close(): Promise<void>;
}

type Place = Pick<PlatformConfig, 'internalHost' | 'internalPort'>;

const NOT_READY = 503;

/**
 * Opens the internal port of a process: is it alive (`/health/live`), is it ready (`/health/ready`), which alarms did it raise last
 * (`/alarms`), what does it measure (`/metrics`). Rejects when the port is taken.
 */
export async function openInternalPort(
  { readiness, meters, alarms }: ShownParts,
  { internalHost: host, internalPort: port }: Place,
): Promise<InternalPort> {
  const server = Fastify({ forceCloseConnections: true });
  server.get('/health/live', () => ({ status: 'alive' }));
  server.get('/health/ready', (_, reply) => {
    const lacking = readiness.lacking();
    const told = readiness.told();
    if (lacking.length > 0) return reply.status(NOT_READY).send({ status: 'not ready', lacking, ...told });
    return reply.send({ status: 'ready', ...told });
  });
  server.get('/alarms', () => ({ alarms: alarms.last }));
  server.get('/metrics', async (_, reply) => reply.type(meters.contentType).send(await meters.text()));
  const url = await server.listen({ host, port });
  return { url, close: () => server.close() };
}
