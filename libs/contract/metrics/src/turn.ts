import { RECORD_KEEPERS, SERVICES } from '@exchange/core/kernel';
import { LOGS, OUTCOMES, QUICK_SECONDS, REQUESTS, WITH_STANDBYS } from './labels';
import { counter, gauge, histogram } from './metric';

const services = RECORD_KEEPERS;

export const turnSeconds = histogram({
  name: 'turn_seconds',
  help: 'Time of the phases of a turn; commit is the transaction in the database, with what is decided ahead of it',
  unit: 'seconds',
  labels: { phase: ['prepare', 'decide', 'commit'] },
  buckets: [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
  services,
});

export const turnInputs = histogram({
  name: 'turn_inputs',
  help: 'Inputs of a turn',
  labels: {},
  buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
  services,
});

export const turnWaiting = gauge({
  name: 'turn_waiting',
  help: 'Inputs that wait for a turn',
  labels: {},
  services,
});

export const turnUncommitted = gauge({
  name: 'turn_uncommitted',
  help: 'Turns that are decided and not committed; at 16 no more are decided',
  labels: {},
  services,
});

export const turnReady = gauge({
  name: 'turn_ready',
  help: '1 while it is in step with the logs; 0 before it has caught up, while messages are missing, and when it stands by',
  labels: {},
  services,
});

export const requestsRefused = counter({
  name: 'turn_requests_refused_total',
  help: 'Requests refused because too many waited, or because the process stops',
  labels: {},
  services,
});

export const commitRetries = counter({
  name: 'turn_commit_retries_total',
  help: 'Commits that failed and were tried again',
  labels: {},
  services,
});

export const servedRequests = counter({
  name: 'served_requests_total',
  help: 'Requests of other services that were answered, by how',
  labels: { request: REQUESTS, outcome: OUTCOMES },
  services,
});

export const servedRequestSeconds = histogram({
  name: 'served_request_seconds',
  help: 'From the arrival of a request to its answer, which comes after the commit',
  unit: 'seconds',
  labels: { request: REQUESTS },
  buckets: QUICK_SECONDS,
  services,
});

export const serviceActive = gauge({
  name: 'service_active',
  help: '1 in the active process of a service, 0 in its standby',
  labels: {},
  services: WITH_STANDBYS,
});

export const takeovers = counter({
  name: 'service_takeovers_total',
  help: 'Times that this process stood by and became the active one',
  labels: {},
  services: WITH_STANDBYS,
});

export const tookOverAt = gauge({
  name: 'service_took_over_time_seconds',
  help: 'When this process took over from the one for which it stood by, Unix time; 0 if it did not',
  unit: 'seconds',
  labels: {},
  services: WITH_STANDBYS,
});

export const logGaps = gauge({
  name: 'log_gaps',
  help: 'Logs that it reads of which messages are missing, also from the start',
  labels: {},
  services,
});

export const readerLag = gauge({
  name: 'log_reader_lag_messages',
  help: 'Messages of an own log that a reader has not applied, and that the outbox keeps for it; readers tell that every 10 s',
  unit: 'messages',
  labels: { log: LOGS, reader: SERVICES },
  services,
});

export const outboxUnpublished = gauge({
  name: 'outbox_unpublished_messages',
  help: 'Committed messages that the broker is not known to store',
  unit: 'messages',
  labels: {},
  services,
});

export const databaseUp = gauge({
  name: 'database_up',
  help: '1 while the database reads and writes',
  labels: {},
  services,
});

export const databaseFailures = counter({
  name: 'database_failures_total',
  help: 'Times that the database failed: it lost the connection or gave no answer, or refused what it was asked',
  labels: { failure: ['lost', 'refused'] },
  services,
});

export const databaseConnections = gauge({
  name: 'database_connections',
  help: 'Connections of the pool, and statements that wait for one',
  labels: { state: ['busy', 'idle', 'awaited'] },
  services,
});

export const databaseConnectionsMax = gauge({
  name: 'database_connections_max',
  help: 'Connections that the pool may have',
  labels: {},
  services,
});
