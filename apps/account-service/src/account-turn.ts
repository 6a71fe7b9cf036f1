import {
  attesterNews,
  chainBlock,
  ledgerFees,
  ledgerListing,
  type ReaderPart,
  settlementNews,
  solvencyVerdict,
} from '@exchange/contract/bus';
import type { Decision, LogRead, PreparedInputs, Records, TurnHandler, TurnInput } from '@exchange/platform';
import type { AccountDeps } from './account-deps';
import { AccountBook } from './accounts/account-book';
import { AccountLoader, type AccountsRead } from './accounts/account-loader';
import { startFees } from './fees/start-fees';
import { servedBy, writes } from './groups/group-subjects';
import { inbox } from './inbox';
import type { AccountInbox } from './inbox/handle';
import type { LedgerTurn } from './ledger-turn';
import { tendStops } from './listing/tend-stops';
import { resendNotices } from './outbox/kept-notices';
import { TurnOutput } from './outbox/turn-output';

interface Prepared {
  readonly inputs: PreparedInputs<AccountInbox>;
  readonly accounts: AccountsRead;
}

/** The account-service's side of the turn: decode, read, decide in order, hand over rows and messages. */
export class AccountTurn implements TurnHandler<Prepared> {
  readonly reads: readonly LogRead[];
  readonly serves: readonly string[];
  readonly writes: readonly LogRead[];
  readonly part: ReaderPart | undefined;
  readonly book: AccountBook;
  private readonly loader: AccountLoader;
  /** When accounts were told something or fees started last, Unix ms: who goes on by another clock tells no time before it. */
  private toldAt = 0;
  private readonly inboxDeps: Omit<AccountInbox['deps'], 'records'>;

  constructor(
    private readonly deps: AccountDeps,
    private readonly sendNotice: (subject: string, data: Uint8Array) => void,
  ) {
    this.book = new AccountBook(deps.policy, deps.group);
    this.loader = new AccountLoader(this.book);
    const { switches, points, unsettled, fees } = this.book;
    const { database, ...means } = deps;
    this.inboxDeps = { ...means, leases: () => database.leases(), switches, points, unsettled, fees };
    const { group } = deps;
    this.serves = servedBy(group);
    this.writes = [{ stream: 'LEDGER', filter: 'ledger.v1.>', takes: (subject) => writes(group, subject) }];
    this.part = group.all.length > 1 ? { name: group.name, all: [...group.all] } : undefined;
    this.reads = [
      { stream: 'MARKET', filter: 'market.v1.*' },
      { stream: 'CHAIN', filter: chainBlock.subject(deps.domain.chainId) },
      { stream: 'SETTLEMENT', filter: settlementNews.subject() },
      { stream: 'ATTESTER', filter: attesterNews.subject() },
      { stream: 'SOLVENCY', filter: solvencyVerdict.subject(), joinsLate: true },
      { stream: 'LEDGER', filter: ledgerListing.subject() },
      { stream: 'LEDGER', filter: ledgerFees.pattern },
    ];
  }

  /** Kinds that a newer release defines are refused, not taken. */
  readonly understands = (subject: string): boolean => inbox.serves(subject);

  async load(): Promise<void> {
    await this.loader.loadSharedState(this.deps.database, this.deps.clock.steady());
    const toldAt = await resendNotices(this.deps, this.sendNotice);
    this.toldAt = Math.max(toldAt, this.book.feesStartedAt);
  }

  async prepare(turnInputs: readonly TurnInput[], records: Records): Promise<Prepared> {
    const inputs = await inbox.prepare(turnInputs, { ...this.inboxDeps, records });
    return { inputs, accounts: await this.loader.read(records, inputs.needs) };
  }

  decide({ inputs, accounts }: Prepared, clockAt: number, steadyAt: number): Decision {
    this.loader.take(accounts);
    const at = Math.max(clockAt, this.toldAt);
    const output = new TurnOutput(this.book, at);
    const turn: LedgerTurn = { rules: this.deps, book: this.book, output, at, clockAt, steadyAt };
    tendStops(turn);
    startFees(turn);
    const replies = inbox.decide(turn, inputs);
    return { ...output.decision(), replies: replies() };
  }

  async committed(): Promise<void> {
    this.book.forgetSpent();
    const { movesTo } = this.book;
    if (movesTo !== undefined) {
      this.book.movesTo = undefined;
      this.deps.moveTo(movesTo);
    }
    for (const account of this.book.addresses()) {
      if (this.book.size <= this.deps.cachedAccounts) return;
      // Blocks change what it has without naming it.
      if (account !== this.book.contract.collector) this.book.evict(account);
    }
  }
}
