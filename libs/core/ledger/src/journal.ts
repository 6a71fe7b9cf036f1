import { type Address, amount, assert, type LedgerAlarmCode, type TokenAmount } from '@exchange/core/kernel';
import type { Account, AccountRecord } from './account/account';
import { type BalanceBucket, changeBalance } from './account/balance';
import type { Delegate } from './delegate/delegate';
import type { Entry } from './account/entry';
import type { Exit } from './funds/exit';
import type { Fact } from './fact';
import type { Ledger } from './ledger';
import type { MinimumNonce } from './order/minimum/minimum-nonce';
import type { Order } from './order/order';
import type { OrderCancellation } from './order/order-cancellation';
import { isClaim, isPoolPosting, type PostingLine, type PostingRef } from './account/posting';

/**
 * One call's changes of one account: the only way in which state changes. It keeps the facts in the order in which
 * the account must be told them: what happened first, the balances that resulted last.
 */
export class Journal {
  private readonly facts: Fact[] = [];
  private readonly touchedTokens = new Set<Address>();
  private recordChanged = false;

  constructor(
    readonly ledger: Ledger,
    readonly account: Account,
    /** Unix ms. */
    readonly at: number,
  ) {}

  /**
   * Posts an entry: per token the claims sum to zero over all owners, and each balance keeps its equation.
   * Anything else is a defect, and nothing was changed.
   */
  post(ref: PostingRef, lines: readonly PostingLine[]): void {
    const effective = lines.filter((line) => line.amount !== 0n);
    if (effective.length === 0) return;
    assertZeroSum(effective);
    const changed = [...this.changesByToken(effective)].map(
      ([token, changes]) => [token, changeBalance(this.account.balance(token), changes)] as const,
    );
    for (const [token, balance] of changed) {
      this.account.balances.set(token, balance);
      this.touchedTokens.add(token);
    }
    for (const line of effective) {
      if (isPoolPosting(line)) this.ledger.addToPool(line.owner, line.token, line.bucket, line.amount);
    }
    this.facts.push({ kind: 'posted', postings: effective.map((line) => ({ ...line, ref })) });
  }

  /** A posting to the account of this journal. */
  line(token: Address, bucket: BalanceBucket, amount: bigint): PostingLine {
    return { owner: this.account.address, token, bucket, amount };
  }

  order(order: Order): void {
    this.account.putOrder(order);
    this.facts.push({ kind: 'orderChanged', order });
  }

  /** A change of an order that its owner isn't told. */
  quietOrder(order: Order): void {
    this.account.putOrder(order);
    this.facts.push({ kind: 'orderChanged', order, quiet: true });
  }

  /** Tells a balance though it may be as before: it is part of a command's answer. */
  tellBalance(token: Address): void {
    this.touchedTokens.add(token);
  }

  /** Stores and tells an entry; one without marks for each of its changes is a defect. */
  entry(entry: Entry): void {
    assert(entry.applied.length === entry.changes.length, `entry ${entry.id} needs marks for each change`);
    this.account.putEntry(entry);
    this.facts.push({ kind: 'entryChanged', entry });
  }

  cancellation(cancellation: OrderCancellation): void {
    this.account.putCancellation(cancellation);
    this.facts.push({ kind: 'cancellationChanged', cancellation });
  }

  /** Until when (Unix seconds) a co-signature that is asked for now can be used. */
  get cosignDeadline(): number {
    return Math.floor(this.at / 1000) + this.ledger.policy.withdrawalSeconds;
  }

  exit(exit: Exit): void {
    this.account.putExit(exit);
    this.facts.push({ kind: 'exitChanged', exit });
  }

  minimumNonce(minimum: MinimumNonce): void {
    this.account.putMinimumNonce(minimum);
    this.facts.push({ kind: 'minimumNonceChanged', minimum });
  }

  /** `quiet`: nothing changes that the owner sees. */
  delegate(delegate: Delegate, told: 'told' | 'quiet' = 'told'): void {
    this.account.delegates.set(delegate.delegate, delegate);
    this.facts.push({ kind: 'delegateChanged', delegate, quiet: told === 'quiet' });
  }

  /** Forgets a key that never had rights. */
  dropDelegate({ account, delegate }: Delegate): void {
    this.account.delegates.delete(delegate);
    this.facts.push({ kind: 'delegateDropped', account, delegate });
  }

  record(changes: Partial<Omit<AccountRecord, 'address' | 'seq'>>): void {
    this.account.record = { ...this.account.record, ...changes };
    this.recordChanged = true;
  }

  /** Promises a rebate out of the budget, until its trade is settled. */
  reserveRebate(token: Address, rebate: TokenAmount): void {
    this.reserveRebates(token, amount(this.ledger.reservedRebates(token) + rebate));
  }

  /** A promised rebate was paid from the budget, or never will be. */
  endRebate(token: Address, rebate: TokenAmount): void {
    this.reserveRebates(token, amount(this.ledger.reservedRebates(token) - rebate));
  }

  private reserveRebates(token: Address, reserved: TokenAmount): void {
    this.ledger.setReservedRebates(token, reserved);
    this.facts.push({ kind: 'rebatesReserved', token, reserved });
  }

  alarm(code: LedgerAlarmCode, detail: string): void {
    this.facts.push({ kind: 'alarm', code, account: this.account.address, detail });
  }

  /** A fact that is no change of state: something to tell or to ask others. */
  tell(fact: Exclude<Fact, { kind: 'posted' | 'balanceChanged' | 'accountChanged' }>): void {
    this.facts.push(fact);
  }

  /** The facts of the call; the journal ends here. */
  close(): readonly Fact[] {
    const account = this.account.address;
    for (const token of this.touchedTokens) {
      this.facts.push({ kind: 'balanceChanged', account, token, balance: this.account.balance(token) });
    }
    if (this.recordChanged) this.facts.push({ kind: 'accountChanged', record: this.account.record });
    return this.facts;
  }

  private changesByToken(
    lines: readonly PostingLine[],
  ): Map<Address, Partial<Record<BalanceBucket, bigint>>> {
    const byToken = new Map<Address, Partial<Record<BalanceBucket, bigint>>>();
    for (const line of lines) {
      if (isPoolPosting(line)) continue;
      assert(line.owner === this.account.address, 'a journal changes one account');
      const changes = byToken.get(line.token) ?? {};
      changes[line.bucket] = (changes[line.bucket] ?? 0n) + line.amount;
      byToken.set(line.token, changes);
    }
    return byToken;
  }
}

function assertZeroSum(lines: readonly PostingLine[]): void {
  const sums = new Map<Address, bigint>();
  for (const line of lines) {
    if (isClaim(line.bucket)) sums.set(line.token, (sums.get(line.token) ?? 0n) + line.amount);
  }
  for (const [token, sum] of sums) assert(sum === 0n, `postings of ${token} must sum to zero, not ${sum}`);
}
