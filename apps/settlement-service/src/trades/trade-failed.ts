import { present, tradeId } from '@exchange/core/kernel';
import { tradeCode } from '@exchange/contract/chain';
import type { SettlementNews } from '@exchange/core/message';
import type { Log } from '@exchange/platform';
import type { SettlementState } from '../settlement-state';

/** A try in vain. `side`: whose part it was, 0 when unknown; `at`: Unix ms. */
interface Failure {
  readonly tradeId: number;
  readonly code: number;
  readonly side: number;
  readonly at: number;
}

const DUPLICATE_TRADE = 1;
/** Until then its TradeSettled is expected to come. */
const DUPLICATES_BELIEVED = 3;

/** The trade will be tried again later; told once for each reason. */
export function tradeFailed(
  { trades }: SettlementState,
  { tradeId: id, code, side, at }: Failure,
  log: Log,
): readonly SettlementNews[] {
  const trade = present(trades.get(id), `trade ${id}`);
  const isNew = trade.lastCode !== code;
  trades.failed(id, code, at);
  if (code === DUPLICATE_TRADE) {
    if (trade.failures < DUPLICATES_BELIEVED) return [];
    log.error(
      { alarm: 'duplicate_trade', tradeId: id },
      'a trade is settled on the chain, but we never saw it',
    );
  }
  return isNew ? [{ kind: 'failed', tradeId: tradeId(id), code, side, reason: tradeCode(code) }] : [];
}
