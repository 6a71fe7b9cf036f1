import { publicTradeId } from '@exchange/core/kernel';
import type { ChainFactOf } from '@exchange/core/message';
import { alarm } from '@exchange/platform';
import type { SettlementTurn } from '../inbox/settlement-turn';
import { settledAsAgreed } from '@exchange/core/settlement';
import type { SettlingTrade } from './settling-trade';

/** The contract settled something under a trade's id, finally: the trade itself, or what spent its id. */
export function tradeSettled(turn: SettlementTurn, fact: ChainFactOf<'trade_settled'>): void {
  const { trades, foreign } = turn.state;
  const trade = trades.get(publicTradeId(fact.tradeId));
  if (trade !== undefined && settledAsAgreed(trade, fact)) becameFinal(turn, trade);
  else if (trade === undefined || trade.stage === 'waiting') foreign.note(fact);
  else spent(turn, trade, fact);
}

/** A trade both of whose legs are known now, whose id the contract may have spent before. */
export function tradeJoined(turn: SettlementTurn, trade: SettlingTrade): void {
  const fact = turn.state.foreign.get(trade.id);
  if (fact === undefined || trade.stage === 'waiting') return;
  if (settledAsAgreed(trade, fact)) becameFinal(turn, trade);
  else spent(turn, trade, fact);
}

function becameFinal({ state, at }: SettlementTurn, { id, since }: SettlingTrade): void {
  state.settledAfterMs.push(at - since);
  state.trades.final(id);
}

/** A trade has one replacement: when that is spent too, somebody who has the SETTLER key is at work. */
function spent(
  { state, lines }: SettlementTurn,
  trade: SettlingTrade,
  fact: ChainFactOf<'trade_settled'>,
): void {
  if (fact.tradeId === trade.id) state.trades.replaced(trade.id);
  const { tradeId, transaction } = fact;
  const message = 'the contract spent the id of a trade on something else';
  lines.push(alarm('trade_id_spent', { trade: trade.id, tradeId, transaction }, message));
}
