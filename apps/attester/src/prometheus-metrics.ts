import { Counter, Gauge, type Registry } from 'prom-client';
import type { AttesterMetrics } from './attester-metrics';

/** The metrics of the attester, as Prometheus reads them. */
export function createAttesterMetrics(registry: Registry): AttesterMetrics {
  const registers = [registry];
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const counter = (name: string, help: string, label: string) =>
    new Counter({ name, help, labelNames: [label], registers });
  const judged = counter('attester_batches_total', 'Batches judged, by outcome', 'outcome');
  const cosigned = counter('attester_cosignatures_total', 'Co-signatures given, by statement', 'kind');
  const trades = gauge('attester_unsettled_trades', 'Trades known that are not settled');
  const live = gauge('attester_live_attestations', 'Attestations that may still be mined');
  const waiting = gauge('attester_waiting_cosignatures', 'Requests that wait for their co-signature');
  return {
    report(figures) {
      for (const [outcome, count] of figures.batches) judged.inc({ outcome }, count);
      for (const [kind, count] of figures.cosignatures) cosigned.inc({ kind }, count);
      trades.set(figures.trades);
      live.set(figures.liveAttestations);
      waiting.set(figures.waiting);
    },
  };
}
