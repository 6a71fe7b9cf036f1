import type { Address, EntryId } from '@exchange/core/kernel';
import type { Entry } from '../src/account/entry';

/** Usable has what orders hold, which no entry tells. */
export interface ReadBalance {
  settled: bigint;
  usable: bigint;
  blocked: bigint;
}

/** Balances as somebody knows them who reads nothing but the entries that are told. */
export class EntryReader {
  private readonly balances = new Map<string, ReadBalance>();
  private readonly told = new Map<EntryId, Entry>();
  /** Parts of withdrawals that an exit took: that these come from pending, no entry tells. */
  private readonly taken = new Map<EntryId, bigint>();

  balance(account: Address, token: Address): ReadBalance {
    const key = `${account}:${token}`;
    const balance = this.balances.get(key) ?? { settled: 0n, usable: 0n, blocked: 0n };
    this.balances.set(key, balance);
    return balance;
  }

  /** What an exit took out of withdrawals: of those that are open, and of all. */
  takenOf(account: Address, token: Address): { readonly open: bigint; readonly ever: bigint } {
    let [open, ever] = [0n, 0n];
    for (const [id, part] of this.taken) {
      const entry = this.told.get(id);
      if (entry?.account !== account || entry.changes[0]?.token !== token) continue;
      ever += part;
      if (entry.open) open += part;
    }
    return { open, ever };
  }

  read(entry: Entry): void {
    const before = this.told.get(entry.id);
    if (entry.cause.kind === 'exit_request') this.readMove(entry, before);
    else {
      if (before !== undefined) this.count(before, -1n);
      this.count(entry, 1n);
    }
    this.told.set(entry.id, entry);
    if (entry.cause.kind === 'withdrawal') this.taken.set(entry.id, entry.cause.taken);
  }

  /** AMOUNT has moved to blocked, more each time; when it is CANCELED, so much moved back. */
  private readMove({ account, changes, canceled }: Entry, before: Entry | undefined): void {
    for (const [index, { token, amount }] of changes.entries()) {
      const moved = canceled ? -amount : amount - (before?.changes[index]?.amount ?? 0n);
      const balance = this.balance(account, token);
      balance.usable -= moved;
      balance.blocked += moved;
    }
  }

  private count({ account, changes, applied, canceled }: Entry, sign: bigint): void {
    if (canceled) return;
    for (const [index, { token, net }] of changes.entries()) {
      const balance = this.balance(account, token);
      const [settled, usable, blocked] = applied[index] ?? [];
      if (settled === 1) balance.settled += sign * net;
      if (usable === 1) balance.usable += sign * net;
      if (blocked === 1) balance.blocked += sign * net;
    }
  }
}
