import { moneyMetrics } from '@exchange/contract/metrics';
import type { Meters } from '@exchange/platform';
import type { AttesterFigures, AttesterMetrics } from './attester-metrics';

/** The metrics of the attester: what its rounds tell. */
export function createAttesterMetrics(meters: Meters): AttesterMetrics {
  const judged = meters.count(moneyMetrics.attestedBatches);
  const cosigned = meters.count(moneyMetrics.cosignatures);
  let last: AttesterFigures | undefined;
  meters.read(moneyMetrics.attesterTrades, () => last?.trades ?? 0);
  meters.read(moneyMetrics.liveAttestations, () => last?.liveAttestations ?? 0);
  meters.read(moneyMetrics.waitingCosignatures, () => last?.waiting ?? 0);
  return {
    report(figures) {
      last = figures;
      for (const [outcome, count] of figures.batches) judged.of(outcome).count += count;
      for (const [kind, count] of figures.cosignatures) cosigned.of(kind).count += count;
    },
  };
}
