import { settlementNews } from '@exchange/contract/bus';
import { onChainId } from '@exchange/core/settlement';
import { alarm } from '@exchange/platform';
import { type AttesterTurn, handle } from './attester-turn';

/** Reversals, after which a trade is never attested any more; and submitted withdrawals that were given up. */
export const takeSettlementNews = handle(settlementNews, {
  decide(turn, { message: { news } }) {
    for (const item of news) {
      if (item.kind === 'reversed') for (const { tradeId } of item.trades) reverse(turn, tradeId);
      if (item.kind === 'withdrawal_failed') turn.state.submitted.end(item.entryId);
    }
  },
});

/**
 * settlement-service waits until a final block shows that no attested batch with the trade can be mined. What is final for
 * it need not be seen here, but is not newer than the newest block here.
 */
function reverse({ state: { trades, attestations, chain }, lines }: AttesterTurn, tradeId: number): void {
  trades.reversed(tradeId);
  const trade = trades.get(tradeId);
  if (trade && attestations.carries(onChainId(trade), chain.view?.newest.time ?? 0)) {
    const message = 'a trade was reversed while an attested batch may still settle it';
    lines.push(alarm('reversed_while_attested', { tradeId }, message));
  }
}
