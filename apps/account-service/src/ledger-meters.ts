import { marketMetrics } from '@exchange/contract/metrics';
import type { Meters, MeterReading } from '@exchange/platform';
import type { AccountBook } from './accounts/account-book';
import type { GroupHost } from './groups/group-host';

/** So many accounts are looked at before others have their turn. */
const AT_ONCE = 1_000;

/** Measures which groups of accounts a process has. */
export function measureGroups(meters: Meters, host: Pick<GroupHost, 'share'>): void {
  meters.read(marketMetrics.groupsServed, () => host.share.served);
  meters.read(marketMetrics.groupTakeovers, () => host.share.taken);
}

/** What the groups of this process have in memory. */
export class LedgerMeters {
  private readonly books = new Set<AccountBook>();

  constructor(meters: Meters) {
    meters.read(marketMetrics.cachedAccounts, () => {
      let count = 0;
      for (const { size } of this.books) count += size;
      return count;
    });
    meters.read(marketMetrics.held, () => this.held());
  }

  /** Measures the accounts of a group, until the function that it gives is called. */
  watch(book: AccountBook): () => void {
    this.books.add(book);
    return () => void this.books.delete(book);
  }

  private async held(): Promise<readonly MeterReading[]> {
    const sums = new Map<string, number>();
    for (const book of this.books) {
      let looked = 0;
      for (const address of book.addresses()) {
        for (const [token, { held, pendingWithdrawal }] of book.account(address).balances) {
          const rules = book.listing.tokenRules(token);
          if (rules === undefined) continue;
          const symbol = book.listing.symbolOf(token);
          const whole = Number(held + pendingWithdrawal) / 10 ** rules.decimals;
          sums.set(symbol, (sums.get(symbol) ?? 0) + whole);
        }
        looked += 1;
        if (looked % AT_ONCE === 0) await new Promise((resolve) => void setImmediate(resolve));
      }
    }
    return Array.from(sums, ([symbol, whole]) => [[symbol], whole] as const);
  }
}
