import { present, tradeId } from '@exchange/core/kernel';
import { tradeCode } from '@exchange/contract/chain';
import { alarm } from '@exchange/platform';
import type { SettlementTurn } from '../inbox/settlement-turn';

/** A failed attempt. `side`: whose part it was, 0 when unknown. */
interface Failure {
  readonly tradeId: number;
  readonly code: number;
  readonly side: number;
}

const DUPLICATE_TRADE = 1;
/** Until then its TradeSettled is expected to come. */
const DUPLICATES_BELIEVED = 3;

/** The trade will be tried again later; told once for each reason. */
export function tradeFailed(
  { state: { trades }, news, lines, at }: SettlementTurn,
  { tradeId: id, code, side }: Failure,
): void {
  const trade = present(trades.get(id), `trade ${id}`);
  const isNew = trade.lastCode !== code;
  trades.failed(id, code, at);
  if (code === DUPLICATE_TRADE) {
    if (trade.failures < DUPLICATES_BELIEVED) return;
    const message = 'a trade is settled on the chain, but we never saw it';
    lines.push(alarm('duplicate_trade', { tradeId: id }, message));
  }
  if (isNew) news.push({ kind: 'failed', tradeId: tradeId(id), code, side, reason: tradeCode(code) });
}
