import { withdrawalFailed } from '../outbox/settlement-news';
import { tradeFailed } from '../trades/trade-failed';
import { signal } from './round-signal';
import { handle } from './settlement-turn';

/** The contract would refuse a submitted withdrawal: it ends. */
export const takeWithdrawalRefused = handle(signal('withdrawal_refused'), {
  decide({ state: { submissions }, news }, { entryId, reason }) {
    const item = submissions.get(entryId);
    if (item?.stage !== 'open') return;
    submissions.close(entryId);
    news.push(withdrawalFailed(item.submission, reason, true));
  },
});

/** Trades that would fail now are tried again later. */
export const takeTradesRefused = handle(signal('trades_refused'), {
  decide(turn, { refused }) {
    for (const { tradeId, code } of refused) {
      if (turn.state.trades.get(tradeId)?.stage === 'open') tradeFailed(turn, { tradeId, code, side: 0 });
    }
  },
});
