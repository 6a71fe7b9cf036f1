import { tradeCode } from '@exchange/contract/chain';
import { present, tradeId } from '@exchange/core/kernel';
import type { SettlementNews } from '@exchange/core/message';
import { alarm } from '@exchange/platform';
import { concernedBy, planOf, quarantined } from '../trades/reversal-plan';
import { isShownBy } from '../trades/settling-trade';
import { mayBeMined, neverSettles } from '../trades/unsettleable';
import { signal } from './round-signal';
import { handle, type SettlementTurn } from './settlement-turn';

/** About 120 bytes each, so that a fact stays well below the broker's limit of a message. */
const TRADES_PER_FACT = 1_000;

/**
 * A trade that can't settle any more leaves the queue. Nothing when it has moved meanwhile; that later blocks are final by
 * now changes nothing, since what the judgement is about was all there in its block.
 */
export const takeJudged = handle(signal('trades_judged'), {
  decide({ state, lines }, { block, judged }) {
    const { trades, chain } = state;
    if ((chain.final?.number ?? -1) < block) return;
    for (const { tradeId: id, ...judgement } of judged) {
      const trade = trades.get(id);
      if (trade?.stage !== 'open' || mayBeMined(state, trade) || !isShownBy(trade, block)) continue;
      if (!neverSettles(trades, trade, judgement)) continue;
      trades.quarantined(id, judgement.code);
      const fields = { tradeId: id, reason: tradeCode(judgement.code), accounts: judgement.lacking };
      lines.push(alarm('trade_quarantined', fields, 'a trade can never settle; it will be reversed'));
    }
  },
});

/**
 * Reverses what can't settle, with all that lives on it: stored and told in one step. The plan is made anew from what is
 * known now; nothing happens when it needs what was not read, or trades that nobody can judge yet, or while what the next block
 * settled is known in part.
 */
export const takePlanned = handle(signal('reversal_planned'), {
  decide(turn, { block, accounts, balances }) {
    const { state } = turn;
    if (state.chain.final?.number !== block || state.chain.isBetweenBlocks) return;
    if (quarantined(state).length === 0) return;
    const known = new Set(accounts);
    const plan = planOf(state, known, (account, token) => balances.get(`${account}:${token}`));
    const isComplete = concernedBy(state, plan.reversed).every((account) => known.has(account));
    if (isComplete && plan.undecided.length === 0) reverse(turn, plan.reversed);
  },
});

function reverse({ state: { trades }, news, lines }: SettlementTurn, ids: readonly number[]): void {
  const facts = ids.map((id) => {
    const { maker, taker } = trades.joined(id);
    return { tradeId: tradeId(id), maker: maker.account, taker: taker.account };
  });
  for (let start = 0; start < facts.length; start += TRADES_PER_FACT) {
    news.push({
      kind: 'reversed',
      trades: facts.slice(start, start + TRADES_PER_FACT),
    } satisfies SettlementNews);
  }
  for (const id of ids) trades.reversed(id);
  const first = present(ids[0], 'reversed trade');
  lines.push(
    alarm('trades_reversed', { trades: ids.length, first }, 'trades that could not settle are reversed'),
  );
}
