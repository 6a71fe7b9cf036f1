import { ALARM_CODES, PROGRAMS, SERVICES } from '@exchange/core/kernel';
import { OUTCOMES, QUICK_SECONDS, REQUESTS } from './labels';
import { counter, gauge, histogram } from './metric';

/** Each program has these; those of the broker are of services alone. */
const services = PROGRAMS;
/** A service shows those that it may raise, from 0 on. */
const ALARM_LABEL = {
  of: 'codes of alarms, each of those that the service may raise from 0 on',
  max: ALARM_CODES.length,
};

export const buildInfo = gauge({
  name: 'build_info',
  help: '1, with the build that this process runs',
  labels: { build: { of: 'builds: one for the life of a process', max: 1 } },
  services,
});

export const alarms = counter({
  name: 'alarms_total',
  help: 'Alarms raised (docs/runbooks/alarms.md)',
  labels: { code: ALARM_LABEL },
  services,
});

export const askedRequests = counter({
  name: 'asked_requests_total',
  help: 'Requests to other services that ended, by how',
  labels: { request: REQUESTS, outcome: OUTCOMES },
  services: SERVICES,
});

export const askedRequestSeconds = histogram({
  name: 'asked_request_seconds',
  help: 'From asking another service to its answer',
  unit: 'seconds',
  labels: { request: REQUESTS },
  buckets: QUICK_SECONDS,
  services: SERVICES,
});

export const brokerSilence = gauge({
  name: 'broker_silent_seconds',
  help: 'Since the broker was last heard of; below 2 while it answers',
  unit: 'seconds',
  labels: {},
  services: SERVICES,
});

export const brokerReconnects = counter({
  name: 'broker_reconnects_total',
  help: 'Times that a connection to the broker was lost and made again',
  labels: {},
  services: SERVICES,
});

export const brokerAnswer = gauge({
  name: 'broker_answer_seconds',
  help: 'Until the broker said last that it has all that was sent before; it is asked once a second',
  unit: 'seconds',
  labels: {},
  services: SERVICES,
});

export const loopBusy = counter({
  name: 'event_loop_busy_seconds_total',
  help: 'Time in which the event loop had something to do: of a second, one second is all it can',
  unit: 'seconds',
  labels: {},
  services,
});

export const heapMax = gauge({
  name: 'heap_bytes_max',
  help: 'Memory that JavaScript may use; with more the process ends',
  unit: 'bytes',
  labels: {},
  services,
});

const DIRECTIONS = ['in', 'out'];

export const brokerMessages = counter({
  name: 'broker_messages_total',
  help: 'Messages on the connections to the broker',
  labels: { direction: DIRECTIONS },
  services: SERVICES,
});

export const brokerBytes = counter({
  name: 'broker_bytes_total',
  help: 'Bytes on the connections to the broker',
  unit: 'bytes',
  labels: { direction: DIRECTIONS },
  services: SERVICES,
});

/** What a process uses, under the names that Prometheus's client libraries give it. */
export const resources = {
  cpu: counter({
    name: 'process_cpu_seconds_total',
    help: 'Time on a processor, of all threads',
    unit: 'seconds',
    labels: {},
    services,
  }),
  memory: gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory of the process',
    unit: 'bytes',
    labels: {},
    services,
  }),
  started: gauge({
    name: 'process_start_time_seconds',
    help: 'When the process began, Unix time',
    unit: 'seconds',
    labels: {},
    services,
  }),
  files: gauge({
    name: 'process_open_fds',
    help: 'Open files and sockets',
    labels: {},
    services,
  }),
  filesMax: gauge({
    name: 'process_max_fds',
    help: 'Files and sockets that may be open',
    labels: {},
    services,
  }),
  loopLag: gauge({
    name: 'nodejs_eventloop_lag_p99_seconds',
    help: '99 % of the looks at the event loop since the last scrape found it less late',
    unit: 'seconds',
    labels: {},
    services,
  }),
  heap: gauge({
    name: 'nodejs_heap_size_used_bytes',
    help: 'Memory that JavaScript uses',
    unit: 'bytes',
    labels: {},
    services,
  }),
};
