import { GATEWAYS } from '@exchange/core/kernel';
import { OUTCOMES, QUICK_SECONDS } from './labels';
import { counter, gauge, histogram } from './metric';

const ws = ['ws-gateway'] as const;
const http = ['rest-gateway', 'operator-gateway'] as const;

const COMMANDS = { of: 'commands of the interface, and `none` for what is no command', max: 60 };
const ROUTES = {
  of: 'endpoints of docs/interface/rest.md or of the desk, and `none` for other paths',
  max: 60,
};

export const connections = gauge({
  name: 'ws_connections',
  help: 'Open websocket connections',
  labels: {},
  services: ws,
});

export const sessions = gauge({
  name: 'ws_sessions',
  help: 'Connections that are logged in',
  labels: {},
  services: ws,
});

export const queuedBytes = gauge({
  name: 'ws_queued_bytes',
  help: 'What waits for slow clients, of all connections together',
  unit: 'bytes',
  labels: {},
  services: ws,
});

export const queuedBytesMax = gauge({
  name: 'ws_queued_bytes_max',
  help: 'What may wait for all clients together; then the slowest is dropped',
  unit: 'bytes',
  labels: {},
  services: ws,
});

export const dropped = counter({
  name: 'ws_dropped_total',
  help: 'Connections that were ended by us: too slow, silent for a minute, a frame against the rules, our own defect, a restart',
  labels: { reason: ['slow', 'silent', 'frame', 'defect', 'restart'] },
  services: ws,
});

export const commandsEnded = counter({
  name: 'ws_commands_total',
  help: 'Commands that had their first answer, by how they ended',
  labels: { command: COMMANDS, outcome: OUTCOMES },
  services: ws,
});

export const commandSeconds = histogram({
  name: 'ws_command_seconds',
  help: 'From the arrival of a frame to the answer to a command in it',
  unit: 'seconds',
  labels: { command: COMMANDS },
  buckets: QUICK_SECONDS,
  services: ws,
});

export const toldSeconds = histogram({
  name: 'fill_told_seconds',
  help: "From the engine's decision on a trade to its account's packet; by two clocks, whole milliseconds",
  unit: 'seconds',
  labels: {},
  buckets: QUICK_SECONDS,
  services: ws,
});

export const limiterHits = counter({
  name: 'limiter_hits_total',
  help: 'What was refused because a limit was reached: connections and points of an address, points of a connection or an account, requests of an address',
  labels: { limit: ['connections', 'address_points', 'points', 'account_points', 'requests'] },
  services: GATEWAYS,
});

export const dataAge = gauge({
  name: 'data_age_seconds',
  help: 'How old the public data is that a gateway gives',
  unit: 'seconds',
  labels: {},
  services: GATEWAYS,
});

export const httpRequests = counter({
  name: 'http_requests_total',
  help: 'Requests answered, by endpoint and status',
  labels: { route: ROUTES, status: { of: 'statuses of HTTP that we answer with', max: 20 } },
  services: http,
});

export const httpSeconds = histogram({
  name: 'http_request_seconds',
  help: 'From a request to its answer',
  unit: 'seconds',
  labels: { route: ROUTES },
  buckets: QUICK_SECONDS,
  services: http,
});
