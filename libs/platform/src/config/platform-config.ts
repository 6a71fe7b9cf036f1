import { hostname } from 'node:os';
import type { LeaseTerms } from '../lease';
import type { Values } from './define-config';

/** What every app reads: the broker, its internal port, telemetry. Spread it into `defineConfig`. */
export const platformFields = {
  natsUrl: {
    env: 'NATS_URL',
    type: 'url',
    description: 'The broker; several addresses separated by commas.',
    default: 'nats://127.0.0.1:4222',
  },
  natsUser: {
    env: 'NATS_USER',
    type: 'string',
    description: "Name of this process in the broker's lists of connections; the service's by default.",
    optional: true,
  },
  natsPassword: {
    env: 'NATS_PASSWORD',
    type: 'string',
    description:
      "The service's password at the broker, with which each process signs itself a user of its own.",
    secret: true,
  },
  internalHost: {
    env: 'INTERNAL_HOST',
    type: 'string',
    description: 'Address of the internal port; never one that the public reaches.',
    default: '127.0.0.1',
  },
  internalPort: {
    env: 'INTERNAL_PORT',
    type: 'port',
    description: 'Health and metrics; 0 takes a free port.',
    default: 0,
  },
  logLevel: {
    env: 'LOG_LEVEL',
    type: ['debug', 'info', 'warn', 'error', 'fatal'],
    description: 'The least important lines that are logged.',
    default: 'info',
  },
  buildId: {
    env: 'BUILD_ID',
    type: 'string',
    description:
      'The build that this process runs, as its metrics name it; the image has it, npm start finds it.',
    default: 'unknown',
  },
  metrics: {
    env: 'METRICS',
    type: 'boolean',
    description:
      'Whether the process measures itself; with false `/metrics` is empty, and all that watches it knows nothing.',
    default: true,
  },
  stopWithinMs: {
    env: 'STOP_WITHIN_MS',
    type: 'integer',
    description: 'A graceful stop that takes longer (ms) is cut off.',
    default: 10_000,
  },
  otlpEndpoint: {
    env: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    type: 'url',
    description: 'Where traces go (OTLP over HTTP); without it nothing is traced.',
    optional: true,
  },
  traceRatio: {
    env: 'TRACE_RATIO',
    type: 'part',
    description:
      'The part of frames and requests of clients that is traced, from 0 to 1. Refusals by a fault of ours are traced always.',
    default: 0.01,
  },
  spansWaitMs: {
    env: 'OTEL_BSP_SCHEDULE_DELAY',
    type: 'integer',
    description:
      'Spans wait so long (ms) for others before they are sent, unless there are 512: a sending costs more than what it sends.',
    default: 20_000,
  },
} as const;

/** What an app with a record reads besides. */
export const databaseFields = {
  databaseUrl: {
    env: 'DATABASE_URL',
    type: 'url',
    description: "The database; the service's own role is taken when it names no user.",
    default: 'postgres://127.0.0.1:5432/exchange',
  },
  databasePassword: {
    env: 'DATABASE_PASSWORD',
    type: 'string',
    description: "Password of the service's role.",
    secret: true,
  },
} as const;

/** What an app reads besides whose processes operators tell apart. */
export const processFields = {
  instance: {
    env: 'SERVICE_INSTANCE',
    type: 'string',
    description:
      'Name of this process among those of its service; one that is started again under it goes on at once.',
    default: hostname(),
    defaultIs: 'name of the host',
  },
} as const;

/** What an app reads besides of which one process is active, and others stand by. */
export const standbyFields = {
  ...processFields,
  leaseMs: {
    env: 'LEASE_MS',
    type: 'integer',
    description: 'A standby takes over when the active process has not renewed its lease for so long, in ms.',
    default: 2_000,
  },
} as const;

/** The name of a process as subjects of the bus may have it: a host's name may have dots. */
export const processNameOf = (name: string): string => name.replace(/[^A-Za-z0-9_-]/g, '-').slice(0, 64);

/** The lease that these settings ask for. */
export const leaseTerms = ({ instance, leaseMs }: StandbyConfig): LeaseTerms => ({
  holder: instance,
  milliseconds: leaseMs,
});

export type PlatformConfig = Values<typeof platformFields>;
export type DatabaseConfig = Values<typeof databaseFields>;
export type StandbyConfig = Values<typeof standbyFields>;
