import { accountQueries } from '@exchange/contract/bus';
import { type Address, PARTITIONS } from '@exchange/core/kernel';
import type { Requester } from '@exchange/platform';

const REPLY_MS_MAX = 5_000;
const SENDER = 'solvency';

/** What the ledger has as settled after a final block, over all its groups. */
export interface LedgerSums {
  readonly block: number;
  /** In smallest units, by token. */
  readonly settled: ReadonlyMap<Address, bigint>;
}

/** What one partition's accounts have as settled, by account and token. */
export interface LedgerAccounts {
  readonly block: number;
  readonly settled: ReadonlyMap<string, bigint>;
}

export const keyOf = (account: Address, token: Address): string => `${account} ${token}`;

/** All that the check asks of account-service: each group answers for its partitions, and says for which. */
export class LedgerView {
  constructor(private readonly requester: Pick<Requester, 'ask'>) {}

  /** Undefined while a group doesn't answer, or groups are not at the same block: ask again. */
  async sums(): Promise<LedgerSums | undefined> {
    const settled = new Map<Address, bigint>();
    const left = new Set(Array.from({ length: PARTITIONS }, (_, index) => index));
    let block: number | undefined;
    for (const partition of left) {
      const reply = await this.requester.ask(
        accountQueries.settledSumsQuery,
        [partition, SENDER],
        { now: true, partition },
        REPLY_MS_MAX,
      );
      if (!reply.ok || reply.value.block === null) return undefined;
      block ??= reply.value.block;
      if (reply.value.block !== block) return undefined;
      const told = reply.value.partitions ?? [...left];
      // What is told twice would be counted twice.
      if (!told.every((own) => left.delete(own))) return undefined;
      for (const { token, settled: sum } of reply.value.sums) {
        settled.set(token, (settled.get(token) ?? 0n) + sum);
      }
    }
    return block === undefined || left.size > 0 ? undefined : { block, settled };
  }

  /** Undefined while the group doesn't answer, or when it went on to another block between two parts. */
  async accounts(partition: number): Promise<LedgerAccounts | undefined> {
    const settled = new Map<string, bigint>();
    let block: number | undefined;
    for (let after: Address | undefined; ;) {
      const asked = { partition, ...(after === undefined ? {} : { after }) };
      const reply = await this.requester.ask(
        accountQueries.settledAccountsQuery,
        [partition, SENDER],
        asked,
        REPLY_MS_MAX,
      );
      if (!reply.ok) return undefined;
      const { balances, more } = reply.value;
      // None was final yet, or all accounts that were still to come have nothing left.
      if (reply.value.block === null) return undefined;
      block ??= reply.value.block;
      if (reply.value.block !== block) return undefined;
      for (const { account, token, settled: units } of balances) settled.set(keyOf(account, token), units);
      after = balances.at(-1)?.account;
      if (!more || after === undefined) return { block, settled };
    }
  }
}
