import type { ExchangeClient } from '@exchange/client';
import type { BalanceView, EntryView } from '@exchange/core/wire';
import { Cell } from '../exchange/cell';

export type BalancesByToken = ReadonlyMap<string, BalanceView>;

/** So many entries are kept that ended while the page was open: what was just done stays to be seen. */
const ENDED_MAX = 50;

/** What the account that is logged in has, and the ledger entries that move it. Undefined until the exchange has told. */
export class OwnFunds {
  readonly balances = new Cell<BalancesByToken | undefined>(undefined);
  /** Newest first: those that aren't final, and those that ended since the login. */
  readonly entries = new Cell<readonly EntryView[] | undefined>(undefined);
  private account: string | undefined;

  constructor(client: Pick<ExchangeClient, 'on'>) {
    // What follows a login comes on its heels, before the client has said that it is logged in.
    client.on('auth', ({ auth }) => {
      const account = auth.status === 'authenticated' ? auth.address : undefined;
      if (account === this.account) return;
      this.account = account;
      this.balances.set(undefined);
      this.entries.set(undefined);
    });
    client.on('balanceSnapshot', ({ balances }) => {
      this.balances.set(new Map(balances.map((balance) => [balance.token, balance])));
    });
    client.on('balanceStatus', ({ balance }) => {
      this.balances.set(new Map([...(this.balances.get() ?? []), [balance.token, balance]]));
    });
    client.on('pendingLedgerEntrySnapshot', ({ entries }) => this.take(entries));
    client.on('ledgerEntryStatus', ({ entry }) => this.take([entry]));
  }

  private take(told: readonly EntryView[]): void {
    const byId = new Map((this.entries.get() ?? []).map((entry) => [entry.id, entry]));
    for (const entry of told) {
      const known = byId.get(entry.id);
      if (known === undefined || known.lastUpdated <= entry.lastUpdated) byId.set(entry.id, entry);
    }
    const all = [...byId.values()].sort((a, b) => b.id - a.id);
    const ended = all.filter((entry) => !isPending(entry)).slice(0, ENDED_MAX);
    this.entries.set(all.filter((entry) => isPending(entry) || ended.includes(entry)));
  }
}

/** Whether some of what it changes is still to come. */
export const isPending = ({ canceled, applied }: EntryView): boolean =>
  !canceled && applied.some((marks) => marks.includes(0));
