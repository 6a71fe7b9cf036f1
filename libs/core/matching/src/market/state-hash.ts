import { digestHex, digestText } from '../tape/digest';
import type { MarketState } from './market-state';

/** 16 hex digits that differ as soon as two runs of a market differ in anything they told, or in what they wait for. */
export function stateHash(state: MarketState): string {
  const { sequence, tradeCount, lastTradeTime, lastRate, now, status, restarting, defect } = state;
  const { sweep, crossed, bulk, book, stops, suspended, pegRates } = state;
  const told = [sequence, tradeCount, lastTradeTime, lastRate ?? '', now, status, restarting, defect ?? ''];
  const left = [
    sweep?.taker.orderId ?? '',
    crossed.map(({ side, to }) => side + to).join(),
    bulk?.kind ?? '',
  ];
  const open = [book.size, stops.size, suspended.size];
  const rates = Array.from(pegRates, ([currency, { latest = '', applied = '' }]) => [
    currency,
    latest,
    applied,
  ]);
  return digestHex(digestText(state.book.tape.digest, [...told, ...left, ...open, rates.join()].join('|')));
}
