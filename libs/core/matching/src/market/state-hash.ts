import { digestHex, digestText } from '../tape/digest';
import type { MarketState } from './market-state';
import { FIRST_RULES_VERSION } from './rules-version';

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
  const all = [...told, ...left, ...open, rates.join(), ...sinceVersion2(state)];
  return digestHex(digestText(state.book.tape.digest, all.join('|')));
}

/** What older hashes don't have, so that those of older records stay what they are. */
function sinceVersion2({ rulesVersion, deferred, idle }: MarketState): readonly (string | number)[] {
  if (rulesVersion === FIRST_RULES_VERSION) return [];
  return [rulesVersion, idle.size, deferred === undefined ? '' : `${deferred.kind} ${deferred.at}`];
}
