import type { LedgerTurn } from '../ledger-turn';

/** Tells each market its rules once in the life of a process: an earlier release may have told less of them. */
export function tellRules({ book, output }: LedgerTurn): void {
  if (book.hasToldRules) return;
  book.hasToldRules = true;
  for (const market of book.listing.marketIds())
    output.control(market, { kind: 'rules', rules: book.listing.engineRules(market) });
}
