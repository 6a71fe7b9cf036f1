import { digestHex, digestText } from './digest';
import type { MarketState } from './market-state';

/** 16 hex digits that differ as soon as two runs of a market differ in anything they told, or in what they wait for. */
export function stateHash(state: MarketState): string {
  const { sequence, tradeCount, lastTradeTime, now, status, restarting, defect, pending, book } = state;
  const rest = [
    sequence,
    tradeCount,
    lastTradeTime,
    now,
    status,
    restarting,
    defect ?? '',
    pending?.kind ?? '',
  ];
  return digestHex(digestText(state.digest, [...rest, book.size].join('|')));
}
