import { present, type OrderId } from '@exchange/core/kernel';
import type { PeggedOrders } from './waiting-orders';

interface Followed {
  currency: string;
  /** Counts up with the orders that came. */
  readonly number: number;
}

/** The followers of one currency; sorted while each came after those before it. */
interface Followers {
  readonly ids: Set<OrderId>;
  isSorted: boolean;
}

/** Pegged orders by id and by currency, so that a move of one rate looks at its own followers only. */
export class FastPegged implements PeggedOrders {
  private readonly byId = new Map<OrderId, Followed>();
  private readonly byCurrency = new Map<string, Followers>();
  private came = 0;

  get(id: OrderId): string | undefined {
    return this.byId.get(id)?.currency;
  }

  set(id: OrderId, currency: string): void {
    const known = this.byId.get(id);
    if (known?.currency === currency) return;
    if (known === undefined) {
      this.byId.set(id, { currency, number: this.came });
      this.came += 1;
    } else {
      this.leave(id, known.currency);
      known.currency = currency;
    }
    const followers = this.byCurrency.get(currency) ?? { ids: new Set<OrderId>(), isSorted: true };
    followers.ids.add(id);
    // Those that came later may follow the currency already.
    if (known !== undefined) followers.isSorted = false;
    this.byCurrency.set(currency, followers);
  }

  delete(id: OrderId): boolean {
    const known = this.byId.get(id);
    if (known === undefined) return false;
    this.leave(id, known.currency);
    return this.byId.delete(id);
  }

  keys(): Iterable<OrderId> {
    return this.byId.keys();
  }

  *[Symbol.iterator](): Iterator<readonly [OrderId, string]> {
    for (const [id, { currency }] of this.byId) yield [id, currency];
  }

  followers(currency: string): readonly OrderId[] {
    const followers = this.byCurrency.get(currency);
    if (followers === undefined) return [];
    if (followers.isSorted) return [...followers.ids];
    const sorted = [...followers.ids].sort((a, b) => this.number(a) - this.number(b));
    this.byCurrency.set(currency, { ids: new Set(sorted), isSorted: true });
    return sorted;
  }

  private leave(id: OrderId, currency: string): void {
    const followers = present(this.byCurrency.get(currency), `followers of ${currency}`);
    followers.ids.delete(id);
    if (followers.ids.size === 0) this.byCurrency.delete(currency);
  }

  private number(id: OrderId): number {
    return present(this.byId.get(id), `pegged order ${id}`).number;
  }
}
