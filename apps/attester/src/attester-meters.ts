import { moneyMetrics } from '@exchange/contract/metrics';
import { ATTESTATION_REFUSALS, type CosignRequest } from '@exchange/core/message';
import type { Meters } from '@exchange/platform';
import type { AttesterFigures, AttesterMetrics } from './attester-metrics';

const COSIGNED: Readonly<Record<CosignRequest['kind'], true>> = {
  withdrawal: true,
  delegate_removal: true,
  order_cancellation: true,
  minimum_nonce: true,
};

/** The metrics of the attester: what its rounds tell. */
export function createAttesterMetrics(meters: Meters): AttesterMetrics {
  const judged = meters.count(moneyMetrics.attestedBatches);
  const cosigned = meters.count(moneyMetrics.cosignatures);
  // They are there, at 0, before the first: a counter that begins with it would hide it.
  for (const outcome of ['attested', ...ATTESTATION_REFUSALS]) judged.of(outcome);
  for (const kind of Object.keys(COSIGNED)) cosigned.of(kind);
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
