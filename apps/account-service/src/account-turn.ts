import { chainBlock, settlementNews } from '@exchange/contract/bus';
import { type Address, DefectError, reject } from '@exchange/core/kernel';
import type { BlockNews } from '@exchange/core/message';
import {
  type Decision,
  type IncomingRequest,
  type LogEntry,
  type LogRead,
  REQUESTS,
  type TurnHandler,
  type TurnInput,
} from '@exchange/platform';
import { AccountBook } from './accounts/account-book';
import { AccountLoader } from './accounts/account-loader';
import { accountsDueAt, marketsDueAt } from './accounts/due-accounts';
import { accountsOfOldAnnouncements, dropAnnouncements } from './accounts/old-announcements';
import { cancelLost } from './disconnect/cancel-lost';
import { dueVolumes, evaluateDueVolumes } from './fees/due-volumes';
import { grantRebates } from './fees/rebate-grants';
import { logHandlerOf, requestHandlerOf } from './inbox';
import { chargeGranted } from './limits/charge-granted';
import { requestTenths } from './limits/request-cost';
import type { LedgerTurn } from './inbox/request-handler';
import type { LedgerContext } from './ledger-context';
import { outdatedNotices, resendNotices } from './outbox/kept-notices';
import { applyRateSignal, isRateSignal, type RateSignal } from './rates/rate-signal';
import { sendPegRates } from './rates/send-peg-rates';
import { TurnOutput } from './outbox/turn-output';
import { noticeTable } from './persistence/tables/output-tables';

/** An input after preparation: which accounts it needs, and what it does when its turn comes. */
interface Job {
  readonly accounts: readonly Address[];
  readonly spends?: readonly { readonly account: Address; readonly digest: string }[] | undefined;
  readonly apply: (turn: LedgerTurn) => void;
}

/** The account-service's side of the turn: decode, load, decide in order, hand over rows and messages. */
export class AccountTurn implements TurnHandler<readonly Job[]> {
  readonly reads: readonly LogRead[];
  /** Each by itself: the broker lets nobody listen to more than is defined. */
  readonly serves = REQUESTS.filter(({ owner }) => owner === 'account-service').map(({ pattern }) => pattern);
  readonly writes: readonly LogRead[] = [{ stream: 'LEDGER', filter: 'ledger.v1.>' }];
  readonly book: AccountBook;
  private readonly loader: AccountLoader;

  constructor(
    private readonly context: LedgerContext,
    private readonly sendNotice: (subject: string, data: Uint8Array) => void,
  ) {
    this.book = new AccountBook(context.policy);
    this.loader = new AccountLoader(context.database, this.book);
    this.reads = [
      { stream: 'MARKET', filter: 'market.v1.*' },
      { stream: 'CHAIN', filter: chainBlock.subject(context.domain.chainId) },
      { stream: 'SETTLEMENT', filter: settlementNews.subject() },
    ];
  }

  async load(): Promise<void> {
    await this.loader.loadSharedState(this.context.clock.now());
    await resendNotices(this.context, this.sendNotice);
  }

  async prepare(inputs: readonly TurnInput[]): Promise<readonly Job[]> {
    const jobs = await Promise.all(inputs.map((input) => this.jobOf(input)));
    await this.loader.loadAccounts(jobs.flatMap((job) => job.accounts));
    await this.loader.loadSpentHashes(jobs.flatMap((job) => job.spends ?? []));
    return jobs;
  }

  decide(jobs: readonly Job[], at: number): Decision {
    const output = new TurnOutput(this.book, at);
    const turn: LedgerTurn = { context: this.context, book: this.book, output, at };
    for (const job of jobs) job.apply(turn);
    for (const { code, account, detail } of output.alarms) {
      this.context.log.error({ alarm: code, account }, detail);
    }
    return output.decision();
  }

  async committed(): Promise<void> {
    this.book.forgetSpent();
    for (const account of this.book.addresses()) {
      if (this.book.size <= this.context.cachedAccounts) return;
      this.book.evict(account);
    }
  }

  private jobOf(input: TurnInput): Promise<Job> {
    switch (input.from) {
      case 'request':
        return this.requestJob(input.request);
      case 'log':
        return this.logJob(input.entry);
      case 'self':
        return isRateSignal(input.signal) ? this.rateJob(input.signal) : this.tickJob();
    }
  }

  private async requestJob(incoming: IncomingRequest): Promise<Job> {
    const handler = requestHandlerOf(incoming.subject);
    if (handler === undefined) throw new DefectError(`no handler for ${incoming.subject}`);
    const { definition } = handler;
    const sender = incoming.subject.split('.')[4] ?? '';
    const request = decodeOrUndefined(() => definition.decodeRequest(incoming.data));
    if (request === undefined) {
      const refusal = reject('INVALID_COMMAND', `the request doesn't fit ${definition.pattern}`);
      return { accounts: [], apply: ({ output }) => output.refuse(incoming, definition, refusal) };
    }
    const prepared = await handler.prepare?.(request, this.context, sender);
    const tenths = requestTenths(definition);
    return {
      accounts: handler.accounts(request, this.context, sender),
      spends: handler.spentHashes?.(request, prepared),
      apply: (turn) => {
        const charged = chargeGranted(turn, request, sender, tenths);
        if (charged.ok) handler.apply(turn, { incoming, request, sender }, prepared);
        else turn.output.refuse(incoming, definition, charged);
      },
    };
  }

  private async logJob(entry: LogEntry): Promise<Job> {
    const handler = logHandlerOf(entry.subject);
    if (handler === undefined) throw new DefectError(`no handler for ${entry.subject}`);
    const message: unknown = handler.definition.decode(entry.data);
    const due = handler.definition.pattern === chainBlock.pattern ? await this.dueAt(message) : [];
    return {
      accounts: [...handler.accounts(message), ...due],
      apply: (turn) => handler.apply(turn, message),
    };
  }

  private async dueAt(message: unknown): Promise<Address[]> {
    const { news } = message as { news: BlockNews[] };
    const times = news.flatMap((block) => (block.kind === 'final' ? [block.time] : []));
    return times.length === 0 ? [] : accountsDueAt(this.context.database, Math.max(...times));
  }

  private rateJob(signal: RateSignal): Promise<Job> {
    return Promise.resolve({ accounts: [], apply: (turn) => applyRateSignal(turn, signal) });
  }

  private async tickJob(): Promise<Job> {
    const now = Math.floor(this.context.clock.now() / 1000);
    const lost = this.book.switches.due(this.context.clock.now()).map(({ account }) => account);
    const [markets, volumes, announcers, notices] = await Promise.all([
      marketsDueAt(this.context.database, now),
      dueVolumes(this.context.database, this.context.clock.now()),
      accountsOfOldAnnouncements(this.context.database, this.context.clock.now()),
      outdatedNotices(this.context),
    ]);
    return {
      accounts: [...announcers, ...lost, ...volumes.map(({ account }) => account)],
      apply: (turn) => {
        const { output, book, at } = turn;
        cancelLost(turn);
        book.points.sweep(at);
        for (const account of new Set(announcers)) dropAnnouncements(turn, account);
        evaluateDueVolumes(turn, volumes);
        grantRebates(turn);
        sendPegRates(turn);
        for (const market of markets) output.control(market, { kind: 'time', now });
        output.rows.forget(noticeTable, notices);
      },
    };
  }
}

/** A sender's nonsense is refused, not a defect of ours. */
function decodeOrUndefined(decode: () => unknown): unknown {
  try {
    return decode();
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}
