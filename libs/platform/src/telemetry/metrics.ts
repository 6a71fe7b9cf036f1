import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { TurnMetrics } from '../turn';
import { raisedAlarms } from './raised-alarms';

const SECONDS = [0.000_1, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
const INPUTS = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const MS_PER_S = 1_000;

/** A registry with the process' own metrics, its alarms, and the service's name on each. */
export function createRegistry(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  const alarms = raisedAlarms(service);
  new Counter({
    ...{
      name: 'alarms_total',
      help: 'Alarms raised, by code (docs/runbooks/alarms.md)',
      labelNames: ['code'],
    },
    registers: [registry],
    collect() {
      this.reset();
      for (const [code, count] of alarms.byCode) this.inc({ code }, count);
    },
  });
  return registry;
}

/** The metrics of a turn, as Prometheus reads them. */
export function createTurnMetrics(registry: Registry): TurnMetrics {
  const registers = [registry];
  const seconds = new Histogram({
    ...{ name: 'turn_seconds', help: 'Time of the phases of a turn', labelNames: ['phase'] },
    ...{ buckets: SECONDS, registers },
  });
  const inputs = new Histogram({ name: 'turn_inputs', help: 'Inputs of a turn', buckets: INPUTS, registers });
  const waiting = new Gauge({ name: 'turn_waiting', help: 'Inputs that waited at the last turn', registers });
  const refused = new Counter({
    ...{ name: 'turn_requests_refused_total', help: 'Requests refused because too many waited', registers },
  });
  const retried = new Counter({ name: 'turn_commit_retries_total', help: 'Commits tried again', registers });
  const ready = new Gauge({ name: 'turn_ready', help: '1 when caught up with the logs', registers });
  return {
    now: () => performance.now(),
    turn(facts) {
      inputs.observe(facts.inputs);
      waiting.set(facts.waiting);
      seconds.observe({ phase: 'prepare' }, facts.prepareMs / MS_PER_S);
      seconds.observe({ phase: 'decide' }, facts.decideMs / MS_PER_S);
      seconds.observe({ phase: 'commit' }, facts.commitMs / MS_PER_S);
    },
    refused: () => refused.inc(),
    commitRetried: () => retried.inc(),
    ready: (is) => ready.set(is ? 1 : 0),
  };
}
