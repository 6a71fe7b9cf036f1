import type { SettlementNews } from '@exchange/contract/bus';
import type { Log } from '@exchange/platform';
import { signedNews } from '../outbox/settlement-news';
import type { SettlementState } from '../settlement-state';
import { tradeFailed } from '../trades/trade-failed';
import { takeExpired, takeLost, takePrepared, takeReplaced, takeSent } from './batch-signals';
import type { RoundSignal } from './round-signal';

/** Applies what the round found. `at`: Unix ms. */
export function takeRoundSignal(
  state: SettlementState,
  signal: RoundSignal,
  at: number,
  log: Log,
): readonly SettlementNews[] {
  switch (signal.kind) {
    case 'cosigned':
      return signal.signed
        .filter(({ entryId }) => state.cosignatures.find(entryId)?.stage === 'asked')
        .map(({ entryId, signature }) => signedNews(state.cosignatures.sign(entryId, signature)));
    case 'batch_prepared':
      takePrepared(state, signal.batch);
      return [];
    case 'batch_replaced':
      takeReplaced(state, signal.batchId, signal.transaction);
      return [];
    case 'batch_sent':
      return takeSent(state, signal.batchId, at);
    case 'batch_expired':
      takeExpired(state, signal.batchId, log);
      return [];
    case 'batch_lost':
      takeLost(state, signal.batchId, log);
      return [];
    case 'trades_refused':
      return signal.refused.flatMap(({ tradeId, code }) =>
        state.trades.get(tradeId)?.stage === 'open'
          ? tradeFailed(state, { tradeId, code, side: 0, at }, log)
          : [],
      );
  }
}
