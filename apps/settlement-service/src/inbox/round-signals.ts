import type { Log } from '@exchange/platform';
import type { SettlementNews } from '@exchange/core/message';
import { signedNews, withdrawalFailed } from '../outbox/settlement-news';
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
        .filter(({ key }) => state.cosignatures.find(key)?.stage === 'asked')
        .map(({ key, signature }) => signedNews(state.cosignatures.sign(key, signature)));
    case 'withdrawal_refused':
      return takeRefused(state, signal);
    case 'batch_prepared':
      takePrepared(state, signal.batch);
      return [];
    case 'batch_replaced':
      takeReplaced(state, signal.batchId, signal.transaction);
      return [];
    case 'batch_sent':
      return takeSent(state, signal.batchId, at);
    case 'batch_expired':
      return takeExpired(state, signal.batchId, log);
    case 'batch_lost':
      return takeLost(state, signal.batchId, log);
    case 'trades_refused':
      return signal.refused.flatMap(({ tradeId, code }) =>
        state.trades.get(tradeId)?.stage === 'open'
          ? tradeFailed(state, { tradeId, code, side: 0, at }, log)
          : [],
      );
  }
}

function takeRefused(
  { submissions }: SettlementState,
  { entryId, reason }: { readonly entryId: number; readonly reason: string },
): readonly SettlementNews[] {
  const item = submissions.get(entryId);
  if (item?.stage !== 'open') return [];
  submissions.close(entryId);
  return [withdrawalFailed(item.submission, reason, true)];
}
