import { ALARM_EVERY_MS, type MarketId } from '@exchange/core/kernel';
import { MARKET_STOPS, type MarketStop, settlementLimit } from '@exchange/core/ledger';
import { WAITING_PERIOD } from '../accounts/account-book';
import type { Records } from '@exchange/platform';
import type { AccountGroup } from '../groups/account-group';
import type { LedgerTurn } from '../ledger-turn';
import { lateMarketTable } from '../persistence/tables/listing-tables';

/**
 * Stops the markets whose trades might not settle before somebody can leave with what was sold, and opens them again as
 * soon as that has ended: the operator's own status is left alone (docs: ledger, late settlement).
 */
export function tendStops(turn: LedgerTurn): void {
  const { book, output, at } = turn;
  const { listing, unsettled } = book;
  unsettled.advance(at, settlementLimit(lowestWaitingPeriod(turn)));
  if (!book.group.isHome) return sayLate(turn);
  const isLate = (market: MarketId) => unsettled.isLateMarket(market) || book.lateElsewhere.has(market);
  const changed = listing.marketIds().filter((market) => {
    const stop = stopOf(book) ?? (isLate(market) ? 'settlement_late' : undefined);
    const before = listing.stopOf(market);
    if (!listing.setStop(market, stop)) return false;
    tell(turn, market, before, stop);
    return true;
  });
  sayStops(turn, changed.length > 0);
  if (changed.length === 0) return;
  // Whose trades aren't final is concerned, whatever the cause.
  unsettled.markChanged(unsettled.accounts());
  output.listing();
}

/** Why all markets stop: whatever ends last. */
export const stopOf = ({ contract, withdrawalPause }: LedgerTurn['book']): MarketStop | undefined =>
  contract.stop ?? (withdrawalPause === undefined ? undefined : 'solvency_difference');

/** The group that stops markets reads which of them are late for accounts of others. */
function sayLate({ book, output: { rows } }: LedgerTurn): void {
  const ownerGroup = book.group.name;
  for (const market of book.listing.marketIds()) {
    const isLate = book.unsettled.isLateMarket(market);
    if (isLate === book.toldLate.has(market)) continue;
    const key = `${ownerGroup} ${market}`;
    if (isLate) {
      book.toldLate.add(market);
      rows.put(lateMarketTable, key, { ownerGroup, market });
    } else {
      book.toldLate.delete(market);
      rows.drop(lateMarketTable, key, { ownerGroup, market });
    }
  }
}

/** The markets in which trades of other groups' accounts are late. */
export async function lateElsewhere(records: Records, group: AccountGroup): Promise<ReadonlySet<string>> {
  if (!group.isHome || group.isWhole) return NONE;
  const rows = await records.find(lateMarketTable);
  return new Set(rows.filter(({ ownerGroup }) => ownerGroup !== group.name).map(({ market }) => market));
}

const NONE: ReadonlySet<string> = new Set();

function tell(
  { book, output }: LedgerTurn,
  market: string,
  before: MarketStop | undefined,
  stop: MarketStop | undefined,
): void {
  book.refreshMarket(market);
  output.control(market, {
    kind: 'status',
    status: book.listing.statusOf(market),
    ...(stop === undefined && { endsStop: true }),
  });
  if (stop === undefined)
    output.warn({ market, stop: before }, 'the market is as its operator wants it again');
}

/** Says which markets are stopped and why, when that changes and again while it is so. */
function sayStops({ book, output, at }: LedgerTurn, hasChanged: boolean): void {
  if (!hasChanged && at - book.stopsSaidAt < ALARM_EVERY_MS) return;
  book.stopsSaidAt = at;
  const { listing } = book;
  for (const stop of MARKET_STOPS) {
    const markets = listing.marketIds().filter((market) => listing.stopOf(market) === stop);
    if (markets.length > 0) output.alarm(stop, { markets }, SENTENCES[stop]);
  }
}

const SENTENCES: Readonly<Record<MarketStop, string>> = {
  contract_paused: 'the contract was paused: markets are cancel_only',
  settler_revoked: 'a SETTLER was revoked: markets are cancel_only',
  settlement_late: 'trades are not settled in time: markets are cancel_only',
  solvency_difference: 'what the contract has, owes and the ledger says differs: markets are cancel_only',
};

/** A shorter one counts from its first sight. */
function lowestWaitingPeriod({ book }: LedgerTurn): number | undefined {
  const possible = book.contract.possible(WAITING_PERIOD).map(Number);
  return possible.length === 0 ? undefined : Math.min(...possible);
}
