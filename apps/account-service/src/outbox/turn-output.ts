import {
  accountNotice,
  ledgerControl,
  ledgerCosign,
  ledgerFees,
  ledgerListing,
  ledgerMarket,
  ledgerSettle,
  type MovedFees,
} from '@exchange/contract/bus';
import { type Address, type AlarmCode, partitionOf } from '@exchange/core/kernel';
import type { Fact } from '@exchange/core/ledger';
import type {
  AccountFact,
  AccountNotice,
  ControlInput,
  CosignRequest,
  MarketInput,
  NoticeItem,
  Origin,
  SettleLeg,
  Submission,
} from '@exchange/core/message';
import {
  alarm,
  type Decision,
  type LogFields,
  type LogLine,
  type LogOutput,
  logOutput,
  type NoticeOutput,
} from '@exchange/platform';
import type { AccountBook } from '../accounts/account-book';
import { isPaused } from '../listing/paused-withdrawals';
import { accountTable } from '../persistence/tables/account-tables';
import { noticeTable } from '../persistence/tables/output-tables';
import { hearFact } from '../awaited/hear-fact';
import { storeFact, storeListing } from './fact-rows';
import { storeLogins } from './login-rows';
import { inParts, noticeParts } from './message-parts';
import { RowCollector } from './row-collector';
import {
  balanceView,
  cancellationFact,
  delegateView,
  entryView,
  minimumNonceFact,
  orderView,
  userTradeView,
} from './views';

/** Appends to the list of a key. */
function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

/** Gathers what one turn changes, tells and asks; `decision` turns it into rows and messages. */
export class TurnOutput {
  readonly rows = new RowCollector();
  private readonly lines: LogLine[] = [];
  private readonly items = new Map<Address, NoticeItem[]>();
  private readonly marketInputs = new Map<
    string,
    { market: string; partition: number; inputs: MarketInput[] }
  >();
  private readonly controls = new Map<string, ControlInput[]>();
  private readonly legs = new Map<number, SettleLeg[]>();
  private readonly cosigns = new Map<number, CosignRequest[]>();
  private readonly submissions = new Map<number, Submission[]>();
  private readonly movedFees = new Map<number, MovedFees[]>();
  private listingChanged = false;

  constructor(
    private readonly book: AccountBook,
    /** Unix ms of this turn. */
    readonly at: number,
  ) {}

  /** Takes the facts of one ledger call about one account; `origin`: the command that caused them. */
  take(account: Address, facts: readonly Fact[], origin?: Origin): void {
    let told: AccountFact[] = [];
    const origins = origin === undefined ? [] : [origin];
    const messages: (readonly [AccountFact, Origin])[] = [];
    const ended: Origin[] = [];
    for (const fact of facts) {
      storeFact(this.rows, this.book, account, fact, this.at);
      const heard = hearFact(this.rows, this.book, account, fact);
      messages.push(...heard.messages);
      ended.push(...heard.ended);
      if (heard.answered.length > 0) {
        // What is told before the answer goes without its rid.
        this.tell(account, told, ...origins);
        told = [];
        origins.push(...heard.answered);
      }
      const view = this.view(fact);
      if (view !== undefined) told.push(view);
      this.route(account, fact, origin);
    }
    this.tell(account, told, ...origins);
    for (const [message, asker] of messages) this.tell(account, [message], asker);
    if (ended.length > 0) append(this.items, account, { ended, facts: [] });
  }

  /** Tells facts; `origins`: the commands that they answer. */
  tell(account: Address, facts: AccountFact[], ...origins: Origin[]): void {
    const [origin, ...others] = origins;
    if (facts.length === 0) return;
    append(this.items, account, {
      ...(origin && { origin }),
      ...(others.length > 0 && { others }),
      facts,
    });
  }

  /** Tells who sent a command something before its answer, which may take its time. */
  tellInterim(account: Address, facts: AccountFact[], origin: Origin): void {
    append(this.items, account, { origin, interim: true, facts });
  }

  /** Tells a market what is the same for all accounts; left to the group whose word that is. */
  control(market: string, input: ControlInput): void {
    if (!this.book.group.isHome) return;
    append(this.controls, market, input);
  }

  /** The listing changed: its rows and its log message, of the group whose it is. */
  listing(): void {
    this.listingChanged = this.book.group.isHome;
  }

  /** Fees that a partition gives up to the collector's. */
  fees(partition: number, moved: MovedFees): void {
    append(this.movedFees, partition, moved);
  }

  /** Something that must not happen, for the operators (README of platform, errors). */
  alarm(code: AlarmCode, fields: LogFields, message: string): void {
    this.lines.push(alarm(code, fields, message));
  }

  /** A line for the log that needs nobody. */
  warn(fields: LogFields, message: string): void {
    this.lines.push({ level: 'warn', fields, message });
  }

  /** A line for the log that says what went as it should. */
  note(fields: LogFields, message: string): void {
    this.lines.push({ level: 'info', fields, message });
  }

  /** All but the replies, which may tell what is known only after this. */
  decision(): Omit<Decision, 'replies'> {
    const notices = [...this.items].flatMap(([account, items]) =>
      noticeParts(items).map((part) => this.notice(account, part)),
    );
    if (this.listingChanged) storeListing(this.rows, this.book);
    return {
      changes: this.rows.changes(),
      notices,
      logs: this.logs(),
      lines: this.lines,
    };
  }

  private notice(account: Address, items: NoticeItem[]): NoticeOutput {
    const seq = this.book.ledgerOf(account).advanceSeq(account);
    const notice: AccountNotice = { account, seq, at: this.at, items };
    const { record } = this.book.ledgerOf(account).account(account);
    const logins = this.book.markOnRecord(account);
    if (logins !== undefined) storeLogins(this.rows, account, logins);
    this.rows.put(accountTable, account, record);
    const data = accountNotice.encode(notice);
    this.rows.put(noticeTable, `${account}:${seq}`, { account, seq, at: this.at, data });
    return { subject: accountNotice.subject(account), data };
  }

  private view(fact: Fact): AccountFact | undefined {
    const { listing } = this.book;
    switch (fact.kind) {
      case 'orderChanged':
        return fact.quiet === true ? undefined : { kind: 'order', order: orderView(fact.order, listing) };
      case 'userTrade':
        return { kind: 'trade', trade: userTradeView(fact.trade, listing) };
      case 'entryChanged':
        return { kind: 'entry', entry: entryView(fact.entry, listing) };
      case 'balanceChanged':
        return { kind: 'balance', balance: balanceView(fact.token, fact.balance, listing) };
      case 'delegateChanged':
        return fact.quiet ? undefined : { kind: 'delegate', delegate: delegateView(fact.delegate) };
      case 'cancellationChanged':
        return fact.cancellation.signature === null ? undefined : cancellationFact(fact.cancellation);
      case 'minimumNonceSigned':
        return minimumNonceFact(fact);
      case 'feeTierChanged':
        return { kind: 'feeTier', feeTier: { ...fact.tier } };
      default:
        return undefined;
    }
  }

  private route(account: Address, fact: Fact, origin: Origin | undefined): void {
    const partition = partitionOf(account);
    switch (fact.kind) {
      case 'marketInput':
        return this.sendToMarket(fact.market, partition, { ...fact.input, origin });
      case 'settleLeg':
        return append(this.legs, partition, fact.leg);
      case 'cosignRequest':
        return append(this.cosigns, partition, fact.request);
      case 'submission':
        return append(this.submissions, partition, fact.submission);
      case 'alarm':
        return this.alarm(fact.code, { account: fact.account }, fact.detail);
      default:
        return;
    }
  }

  private sendToMarket(market: string, partition: number, input: MarketInput): void {
    const key = ledgerMarket.subject(market, partition);
    const known = this.marketInputs.get(key) ?? { market, partition, inputs: [] };
    known.inputs.push(input);
    this.marketInputs.set(key, known);
  }

  private logs(): LogOutput[] {
    const { at } = this;
    return [
      ...[...this.controls].map(([market, inputs]) => logOutput(ledgerControl, [market], { at, inputs })),
      ...[...this.marketInputs.values()].flatMap(({ market, partition, inputs }) =>
        inParts(inputs).map((part) => logOutput(ledgerMarket, [market, partition], { at, inputs: part })),
      ),
      ...[...this.legs].flatMap(([partition, legs]) =>
        inParts(legs).map((part) => logOutput(ledgerSettle, [partition], { at, legs: part })),
      ),
      ...[...this.cosigns].flatMap(([partition, requests]) =>
        inParts(requests).map((part) => logOutput(ledgerCosign, [partition], { at, requests: part })),
      ),
      ...[...this.submissions].flatMap(([partition, submissions]) =>
        inParts(submissions).map((part) =>
          logOutput(ledgerCosign, [partition], { at, requests: [], submissions: part }),
        ),
      ),
      ...[...this.movedFees].flatMap(([partition, fees]) =>
        inParts(fees).map((part) => logOutput(ledgerFees, [partition], { at, fees: part })),
      ),
      ...(this.listingChanged ? [logOutput(ledgerListing, [], { at, ...listingTold(this.book) })] : []),
    ];
  }
}

function listingTold({ contract, fees, listing, waitingPeriod, pausedWithdrawals }: AccountBook) {
  return {
    listing: listing.content(),
    fees: fees.listed,
    ...(waitingPeriod !== undefined && { waitingPeriod }),
    ...(contract.areDepositsPaused && { depositsPaused: true as const }),
    ...(isPaused(pausedWithdrawals) && { withdrawalsPaused: pausedWithdrawals }),
  };
}
