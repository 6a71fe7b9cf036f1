import { alarm } from '@exchange/platform';
import { signal } from './round-signal';
import { handle } from './settlement-turn';

/** The attester may only not have read it yet; what lasts longer needs somebody who looks. */
const LAG_BELIEVED_MS = 60_000;

/** Its trades may be mined from now on, and its id is no other batch's. */
export const takeDrafted = handle(signal('batch_drafted'), {
  decide({ state: { drafts, batches } }, { draft }) {
    drafts.add(draft);
    batches.reserve(draft.batchId);
  },
});

/** Trades that are not attested are asked about again later. */
export const takeUnattested = handle(signal('trades_unattested'), {
  decide({ state: { trades }, lines, at }, { tradeIds, reason, isFault }) {
    for (const id of tradeIds) {
      const trade = trades.get(id);
      if (trade?.stage !== 'open') continue;
      const believedUntil = trade.since + LAG_BELIEVED_MS;
      const wasBelieved = trade.retryAt <= believedUntil;
      trades.unattested(id, at, isFault);
      if (isFault || !wasBelieved || trade.retryAt <= believedUntil) continue;
      const message = 'the attester does not know a trade that settlement knows for a minute';
      lines.push(alarm('attestation_late', { tradeId: id, reason }, message));
    }
  },
});
