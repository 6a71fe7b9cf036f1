import type { MarketId } from '@exchange/core/kernel';
import type { LedgerTurn } from '../ledger-turn';

/** What says no version of matching's rules is of this one. */
const FIRST = 1;

/** Tells each market its rules once in the life of a process: an earlier release may have told less of them. */
export function tellRules(turn: LedgerTurn): void {
  for (const market of turn.book.listing.marketIds())
    if (!turn.book.toldRules.has(market)) tell(turn, market, FIRST);
}

/**
 * Tells a market its rules again when its engine matches by a newer version of matching's own: the program before may have
 * recorded less of them than it was told. @param rulesVersion as its report says
 */
export function tellRulesOf(turn: LedgerTurn, market: MarketId, rulesVersion = FIRST): void {
  const { listing, toldRules } = turn.book;
  if (rulesVersion > (toldRules.get(market) ?? FIRST) && listing.marketIds().includes(market))
    tell(turn, market, rulesVersion);
}

function tell({ book, output }: LedgerTurn, market: MarketId, rulesVersion: number): void {
  book.toldRules.set(market, rulesVersion);
  output.control(market, { kind: 'rules', rules: book.listing.engineRules(market) });
}
