import {
  accountsOf,
  applyChainFact,
  auditAccounts,
  concernsAccounts,
  type Fact,
  Ledger,
  passBlockTime,
  type PostingLine,
  signWithdrawal,
  sumPostings,
  type TokenRules,
} from '@exchange/core/ledger';
import { type Address, partitionOf, present, type TokenAmount } from '@exchange/core/kernel';
import type { BlockNews, CosignRequest } from '@exchange/core/message';

/** The real ledger of a few accounts, which takes blocks as account-service does. */
export class LedgerOfChain {
  readonly #ledgers = new Map<Address, Ledger>();
  readonly #postings: PostingLine[] = [];
  readonly alarms: string[] = [];
  /** Kinds of facts by what became of their blocks. */
  readonly told = new Set<string>();

  constructor(accounts: readonly Address[]) {
    for (const account of accounts) {
      const ledger = new Ledger(partitionOf(account));
      ledger.load(account);
      this.#ledgers.set(account, ledger);
    }
  }

  take(block: BlockNews): void {
    for (const fact of block.facts) {
      this.told.add(`${fact.kind} ${block.kind}`);
      if (!concernsAccounts(fact)) continue;
      const { transaction, logIndex } = fact;
      const place = { transaction, logIndex, block: block.number, blockHash: block.hash };
      for (const account of accountsOf(fact)) {
        const ledger = this.#ledgers.get(account);
        if (ledger) this.#note(applyChainFact(ledger, account, { phase: block.kind, place, fact }, 1));
      }
    }
    if (block.kind !== 'final') return;
    for (const [account, ledger] of this.#ledgers) this.#note(passBlockTime(ledger, account, block.time, 1));
  }

  /** Asks for a withdrawal; what is to be co-signed. `atSeconds`: now. */
  withdraw(account: Address, token: TokenRules, amount: TokenAmount, atSeconds: number): WithdrawalRequest {
    const signed = signWithdrawal(this.#ledger(account), { account, token, amount, at: atSeconds * 1_000 });
    if (!signed.ok) throw new Error(signed.message);
    this.#note(signed.value.facts);
    const request = signed.value.facts.flatMap((fact) =>
      fact.kind === 'cosignRequest' ? [fact.request] : [],
    )[0];
    if (request?.kind !== 'withdrawal') throw new Error('nothing is to be co-signed');
    return request;
  }

  balance(account: Address, token: Address) {
    return this.#ledger(account).account(account).balance(token);
  }

  /** What is wrong with its books. */
  audit(): readonly unknown[] {
    const sums = sumPostings(this.#postings);
    const accounts = [...this.#ledgers].map(([account, ledger]) => ledger.account(account));
    return [...auditAccounts(accounts, sums), ...this.alarms];
  }

  #ledger(account: Address): Ledger {
    return present(this.#ledgers.get(account), `ledger of ${account}`);
  }

  #note(facts: readonly Fact[]): void {
    for (const fact of facts) {
      if (fact.kind === 'posted') this.#postings.push(...fact.postings);
      if (fact.kind === 'alarm') this.alarms.push(fact.code);
    }
  }
}

export type WithdrawalRequest = Extract<CosignRequest, { kind: 'withdrawal' }>;
