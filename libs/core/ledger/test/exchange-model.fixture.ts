import {
  type Address,
  amount,
  divideDown,
  type OrderId,
  partitionOf,
  present,
  type TokenAmount,
  type TradeId,
} from '@exchange/core/kernel';
import type { MarketInput, SettleLeg } from '@exchange/core/message';
import type { Account } from '../src/account/account';
import { applyChainFact } from '../src/chain/apply-chain-fact';
import { applyTrade } from '../src/trade/apply-trade';
import { auditAccounts, type Discrepancy, type PostingSum, sumPostings } from '../src/audit';
import { withdrawable } from '../src/account/balance';
import { accountsOf, type AccountChainFact, type Phase } from '../src/chain/chain-fact';
import type { Fact } from '../src/fact';
import type { Ledger } from '../src/ledger';
import type { TokenRules } from '../src/account/listing';
import { offersNothing, type Order } from '../src/order/order';
import { passBlockTime } from '../src/chain/pass-block-time';
import { editOrder } from '../src/order/edit-order';
import { placeOrder } from '../src/order/place-order';
import { chooseRebate } from '../src/fees/choose-rebate';
import { movePool } from '../src/fees/move-pool';
import { applyDone, applyEdited, applyEditRefused } from '../src/order/report-order';
import { requestCancel } from '../src/order/request-cancel';
import { signWithdrawal } from '../src/funds/sign-withdrawal';
import { comeBack, enter, type OrderKind, optionsOf, useUp } from './book-moves.fixture';
import { editedOffer } from './book-offers.fixture';
import { type Block, BUDGET, ChainModel, COLLECTOR, settledFact } from './chain-model.fixture';
import { cross } from './crossing.fixture';
import { EntryReader } from './entry-reader.fixture';
import { addressOf, DAI, editedOf, ETH, hashOf, twoLedgers, NOW, orderOf, terms } from './setting.fixture';

export const TOKENS = [ETH, DAI];
/** Two accounts in each of two partitions. */
export const ACCOUNTS = [0x140, 0x1c0, 0x141, 0x1c1].map(addressOf);

const pick = <T>(from: readonly T[], choice: number): T | undefined =>
  from[choice % Math.max(from.length, 1)];

/** Two partitions of the ledger with a book that matches any two crossing orders, and a contract. */
export class ExchangeModel {
  readonly ledgers = twoLedgers(ACCOUNTS);
  readonly chain = new ChainModel(NOW / 1000);
  readonly alarms: Fact[] = [];
  readonly reader = new EntryReader();
  /** Fees of all trades so far less what was set aside, and what was set aside less rebates, by token. */
  readonly earned = new Map<Address, bigint>();
  readonly budget = new Map<Address, bigint>();
  readonly trades: { readonly maker: SettleLeg; readonly taker: SettleLeg }[] = [];
  private readonly inputs: Exclude<MarketInput, { kind: 'place' }>[] = [];
  private sums: PostingSum[][] = [[], []];
  private tradesEver = 0;
  nonces = 0;
  /** Orders that are open and not in the book. */
  readonly waiting = new Set<OrderId>();
  /** What happened in this run at least once. */
  readonly happened = new Set<string>();

  get at(): number {
    return this.chain.time * 1000;
  }

  ledgerOf(account: Address): Ledger {
    return present(this.ledgers[partitionOf(account)], 'ledger');
  }

  /** Whether the book was asked for something that it hasn't done. */
  get isAsked(): boolean {
    return this.inputs.length > 0;
  }

  orders(): Order[] {
    return ACCOUNTS.flatMap((account) => [...this.ledgerOf(account).account(account).orders.values()]);
  }

  deposit(account: Address, token: TokenRules, units: bigint): void {
    this.mine({ kind: 'deposited', account, token: token.contract, amount: amount(units) });
  }

  /** Places a buy or sell of some milli-ETH at a rate from 190 to 210; the book may offer only half of it. */
  place(
    account: Address,
    buy: boolean,
    milli: number,
    rate: number,
    half: boolean,
    rebate: 'sell' | 'buy',
    kind: OrderKind = 'plain',
  ): void {
    const traded = BigInt(milli) * 1_000_003n;
    const quote = divideDown(traded * BigInt(rate), 1000n);
    const signed = buy ? terms(DAI, quote, ETH, traded) : terms(ETH, traded, DAI, quote);
    const expiry = this.chain.time + 8 * 86_400;
    const halves = {
      sellBook: amount(signed.sellAmount / 2n),
      buyBook: amount((signed.buyAmount + 1n) / 2n),
    };
    const book = half && (kind === 'plain' || kind === 'stop') ? halves : {};
    const more = {
      ...book,
      ...optionsOf(kind),
      rebateToken: rebate,
      settlementFee: amount(777n),
      at: this.at,
    };
    const ledger = this.ledgerOf(account);
    this.nonces += 1;
    const placed = placeOrder(ledger, orderOf(account, { ...signed, expiry, nonce: this.nonces }, more));
    if (!placed.ok) return;
    this.take(ledger, placed.value.facts);
    enter(this, placed.value.order);
  }

  /** Trades some pair of crossing orders of two accounts. */
  match(choice: number): void {
    const orders = this.orders().filter(({ id }) => !this.waiting.has(id));
    const pairs = orders.flatMap((maker) =>
      orders
        .filter((taker) => maker.side !== taker.side && maker.account !== taker.account)
        .filter((taker) =>
          maker.side === 'sell' ? taker.rateKey >= maker.rateKey : taker.rateKey <= maker.rateKey,
        )
        .map((taker) => [maker, taker] as const),
    );
    const pair = pick(pairs, choice);
    const trade = pair && cross(pair[0], pair[1], this.tradesEver + 1, this.at);
    if (pair === undefined || trade === undefined) return;
    this.tradesEver += 1;
    for (const { peg, side } of pair) if (peg !== null) this.happened.add(`pegged ${side} traded`);
    const rebate = chooseRebate(this.ledgerOf(trade.maker.account), trade);
    const legs = (['maker', 'taker'] as const).map((role) => {
      const ledger = this.ledgerOf(trade[role].account);
      const facts = applyTrade(ledger, trade, role, this.at, rebate);
      this.take(ledger, facts);
      return present(facts.flatMap((fact) => (fact.kind === 'settleLeg' ? [fact.leg] : []))[0], 'leg');
    });
    this.trades.push({ maker: present(legs[0], 'maker'), taker: present(legs[1], 'taker') });
    for (const leg of legs) this.noteEarned(leg);
    for (const fill of [trade.maker, trade.taker]) {
      if (fill.sellBook > 0n && fill.buyBook > 0n) continue;
      useUp(this, fill.account, fill.orderId);
    }
  }

  cancel(choice: number): void {
    const order = pick(this.orders(), choice);
    if (order === undefined) return;
    const ledger = this.ledgerOf(order.account);
    const choiceOf = {
      account: order.account,
      name: { id: order.id },
      reason: 'owner',
      at: this.at,
    } as const;
    const asked = requestCancel(ledger, choiceOf);
    if (asked.ok) this.take(ledger, asked.value.facts);
  }

  /** Asks the book to let an order offer some percent of what was signed. */
  edit(choice: number, percent: number): void {
    const order = pick(this.orders(), choice);
    if (order === undefined) return;
    const ledger = this.ledgerOf(order.account);
    const { sellAmount, buyAmount } = order.signed.terms;
    const edited = editOrder(ledger, {
      account: order.account,
      id: order.id,
      sellBook: this.part(sellAmount, percent),
      buyBook: this.part(buyAmount, percent, 99n),
      settlementFee: amount(777n),
      at: this.at,
    });
    if (!edited.ok) return;
    this.happened.add('edit asked');
    this.take(ledger, edited.value);
  }

  part(whole: bigint, percent: number, up = 0n): TokenAmount {
    return amount((whole * BigInt(percent) + up) / 100n);
  }

  /** The book carries out the oldest cancel or edit that it was asked for; `refuses`: not the edit. */
  reportInput(refuses: boolean): void {
    const input = this.inputs.shift();
    if (input === undefined) return;
    const ledger = this.ledgerOf(input.account);
    const order = ledger.account(input.account).orders.get(input.orderId);
    if (order === undefined) return;
    if (input.kind === 'cancel') return this.take(ledger, applyDone(ledger, input, this.at));
    const offer = editedOffer(order, input);
    if (refuses || offer === undefined) {
      this.happened.add('edit refused');
      return this.take(ledger, applyEditRefused(ledger, input, this.at));
    }
    this.happened.add('edited');
    this.take(ledger, applyEdited(ledger, { ...editedOf(order), ...input, ...offer }, this.at));
    if (offersNothing(order) && !offersNothing(offer)) comeBack(this, input.account, input.orderId);
  }

  signWithdrawal(account: Address, token: TokenRules, units: bigint): void {
    const ledger = this.ledgerOf(account);
    const signed = signWithdrawal(ledger, { account, token, amount: amount(units), at: this.at });
    if (signed.ok) this.take(ledger, signed.value.facts);
  }

  signAll(account: Address, token: TokenRules): void {
    this.signWithdrawal(account, token, withdrawable(this.account(account).balance(token.contract)));
  }

  mineWithdrawal(account: Address, choice: number): void {
    const open = this.account(account).entriesOf('withdrawal');
    const cause = pick(open, choice)?.cause;
    if (cause === undefined || this.chain.time > cause.deadline) return;
    this.mine({
      kind: 'withdrawn',
      account,
      token: cause.token,
      amount: cause.amount,
      fee: amount(0n),
      nonce: cause.nonce,
      by: 'cosigned',
    });
  }

  requestExit(account: Address, token: Address): void {
    if (this.chain.hasExit(account, token)) return;
    this.mine({ kind: 'exit_requested', account, token, effectiveAt: this.chain.time });
  }

  /** Not while an exit could have taken what a withdrawal that can still be mined was promised. */
  cancelExit(account: Address, token: Address): void {
    const promised = this.account(account)
      .entriesOf('withdrawal')
      .some(({ cause }) => cause.token === token);
    if (!promised) this.mine({ kind: 'exit_cancelled', account, token });
  }

  /** All or a part of it, once nothing that sells the token is open or unsettled: what the waiting period is for. */
  mineExit(account: Address, token: Address, parts = 1n): void {
    const units = divideDown(this.chain.balance(account, token), parts);
    if (units === 0n || !this.chain.hasExit(account, token)) return;
    if (this.orders().some((order) => order.account === account && order.signed.terms.sellToken === token))
      return;
    const unsettled = this.trades.filter(({ maker }) => !this.chain.tip.settled.has(maker.tradeId));
    const sells = (leg: SettleLeg) => leg.account === account && leg.order.terms.sellToken === token;
    if (unsettled.some(({ maker, taker }) => sells(maker) || sells(taker))) return;
    if (parts > 1n) this.happened.add('part of an exit');
    this.payExit(account, token, amount(units));
  }

  payExit(account: Address, token: Address, units: TokenAmount): void {
    this.mine({
      kind: 'withdrawn',
      account,
      token,
      amount: units,
      fee: amount(0n),
      nonce: 0,
      by: 'exit',
    });
  }

  /** Settles the oldest trade that isn't settled at the tip; true when there was one and the contract took it. */
  settle(): boolean {
    const next = this.trades.find(({ maker }) => !this.chain.tip.settled.has(maker.tradeId));
    return next !== undefined && this.mine(settledFact(next.maker, next.taker));
  }

  finalize(): boolean {
    const block = this.chain.finalize();
    if (block === undefined) return false;
    this.tell(block, 'final');
    for (const account of ACCOUNTS) {
      const ledger = this.ledgerOf(account);
      this.take(ledger, passBlockTime(ledger, account, block.time, this.at));
    }
    return true;
  }

  /** A block in which nothing happens to any balance. */
  mineBlock(): void {
    const account = present(ACCOUNTS[0], 'account');
    this.mine({ kind: 'order_cancelled', account, orderHash: hashOf(1), effectiveAt: 0 });
  }

  undo(): void {
    const block = this.chain.undo();
    if (block !== undefined) this.tell(block, 'undone');
  }

  /** The collector sets half of its fees aside, as the budget of both partitions. */
  fundBudget(token: Address): void {
    const units = this.chain.finalBalance(COLLECTOR, token) / 2n;
    const [first, second] = this.ledgers;
    this.chain.fund(token, units);
    this.take(first, [movePool(first, 'collector', token, -units)]);
    this.take(first, [movePool(first, 'budget', token, units / 2n)]);
    this.take(second, [movePool(second, 'budget', token, units - units / 2n)]);
    add(this.earned, token, -units);
    add(this.budget, token, units);
  }

  setVolume(account: Address, ether: number): void {
    const target = this.account(account);
    target.record = { ...target.record, volume: BigInt(ether) * 10n ** 18n };
  }

  audit(): Discrepancy[] {
    return this.ledgers.flatMap((ledger, index) =>
      auditAccounts(ledger.accounts.values(), present(this.sums[index], 'sums')),
    );
  }

  pool(
    pool: 'clearing' | 'collector' | 'budget' | 'chain',
    token: Address,
    bucket: 'total' | 'settled' = 'total',
  ): bigint {
    return this.ledgers.reduce((sum, ledger) => sum + ledger.pool(pool, token, bucket), 0n);
  }

  account(account: Address): Account {
    return this.ledgerOf(account).account(account);
  }

  /** Stores every account as rows and loads it again, as after an eviction. */
  reload(): void {
    for (const account of ACCOUNTS) {
      const ledger = this.ledgerOf(account);
      const rows = this.account(account).dump();
      ledger.evict(account);
      ledger.load(account, rows);
    }
  }

  mine(fact: AccountChainFact): boolean {
    const block = this.chain.mine(fact);
    if (block !== undefined) this.tell(block, 'seen');
    return block !== undefined;
  }

  private tell({ fact, place }: Block, phase: Phase): void {
    this.happened.add(`${fact.kind === 'withdrawn' ? fact.by : fact.kind} ${phase}`);
    for (const account of accountsOf(fact)) {
      const ledger = this.ledgerOf(account);
      this.take(ledger, applyChainFact(ledger, account, { phase, place, fact }, this.at));
    }
  }

  take(ledger: Ledger, facts: readonly Fact[]): void {
    const sums = present(this.sums[ledger.partition], 'sums');
    const posted = facts.flatMap((fact) => (fact.kind === 'posted' ? fact.postings : []));
    this.sums[ledger.partition] = sumPostings([...sums, ...posted]);
    for (const fact of facts) {
      if (fact.kind === 'alarm' && fact.code === 'account_short') this.happened.add('shortfall');
      else if (fact.kind === 'alarm') this.alarms.push(fact);
      if (fact.kind === 'entryChanged') this.reader.read(fact.entry);
      if (fact.kind === 'marketInput' && fact.input.kind !== 'place') this.inputs.push(fact.input);
    }
  }

  /** A trade was reversed: nobody earned anything by it. */
  forget(...legs: readonly SettleLeg[]): void {
    const at = this.trades.findIndex(({ maker }) => maker.tradeId === legs[0]?.tradeId);
    if (at >= 0) this.trades.splice(at, 1);
    for (const leg of legs) this.noteEarned(leg, -1n);
  }

  private noteEarned(leg: SettleLeg, sign = 1n): void {
    const { sellToken, buyToken } = leg.order.terms;
    if (leg.rebate > 0n) this.happened.add(`rebate in the ${leg.rebateToken} token`);
    else if (leg.role === 'maker') this.happened.add('no rebate');
    add(this.earned, buyToken, sign * leg.fee);
    add(this.budget, leg.rebateToken === 'buy' ? buyToken : sellToken, -sign * leg.rebate);
  }

  /** What of the budget in the contract is promised to nobody, counted anew. */
  free(token: Address): { readonly counted: bigint; readonly known: bigint } {
    const isOpen = (tradeId: TradeId) =>
      ACCOUNTS.some((account) => this.account(account).tradeEntry(tradeId));
    const promised = this.trades
      .map(({ maker }) => maker)
      .filter(({ order, rebateToken, tradeId }) => {
        const { buyToken, sellToken } = order.terms;
        return (rebateToken === 'buy' ? buyToken : sellToken) === token && isOpen(tradeId);
      })
      .reduce((sum, maker) => sum + maker.rebate, 0n);
    const counted = this.chain.finalBalance(BUDGET, token) - promised;
    return { counted, known: this.ledgers[0].budget.of(token) };
  }
}

const add = (sums: Map<Address, bigint>, token: Address, change: bigint) =>
  sums.set(token, (sums.get(token) ?? 0n) + change);
