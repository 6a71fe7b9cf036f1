import {
  type ChainFunds,
  type ChainFundsOptions,
  type ExchangeClient,
  type Signer,
  signDelegation,
  type Store,
  walletSigner,
} from '@exchange/client';
import { Cell } from '../../exchange/cell';
import type { LinkedWallet } from '../../wallet/linked-wallet';
import { WalletChanged } from '../../wallet/wallet-problem';
import { NoPermit, permitSigner } from './permit-signer';
import { AsksPerson, quiet } from './quiet-wallet';
import { type Job, type JobWish, newJob, readJob, storedJob } from './job';

/** How a job stands in this tab. */
export type JobRun =
  | { readonly kind: 'running' }
  /** All that this tab has to do is done; what is left happens by itself. */
  | { readonly kind: 'sent' }
  /** It goes on when the person says so: the wallet has to ask. */
  | { readonly kind: 'paused' }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface RunningJob {
  readonly job: Job;
  readonly run: JobRun;
}

export interface FundsDeskParts {
  readonly client: Pick<ExchangeClient, 'domain' | 'listed' | 'request' | 'delegates'>;
  readonly store: Store;
  /** The contract that takes deposits by permits, where the exchange names one. */
  readonly depositRouter?: string | undefined;
  /** Has one tab work for an account at a time, so that nonces follow each other. */
  readonly alone: (name: string, work: () => Promise<void>) => Promise<void>;
  /** The wallet that shows the account, if there is one. */
  readonly walletOf: (account: string) => LinkedWallet | undefined;
  /** The key of a delegate in this browser. */
  readonly keyOf: (account: string, delegate: string) => Promise<Signer | undefined>;
}

/** The account's ways to the chain: deposits by permits go another one. */
interface WaysToChain {
  readonly chain: ChainFunds;
  readonly permitted: ChainFunds;
}

const PREFIX = 'job:';
/** The delegate's consent to be one is good for so long. */
const CONSENT_S = 3_600;

/** Deposits, withdrawals, exits and delegates of an account: each a job with steps, taken up again after a reload. */
export class FundsDesk {
  /** Newest first. */
  readonly jobs = new Cell<readonly RunningJob[]>([]);
  private account: string | undefined;

  constructor(private readonly parts: FundsDeskParts) {}

  /** Takes up what was begun for the account; a wallet asks nobody for it: what needs a person waits. */
  async takeUp(account: string): Promise<void> {
    if (this.account !== account) await this.load(account);
    const waiting = this.jobs.get().filter(({ run }) => run.kind === 'paused');
    await Promise.all(waiting.map(({ job }) => this.carryOut(job.id, false)));
  }

  /** Begins something, and has the wallet ask for it. */
  async begin(wish: JobWish): Promise<void> {
    const job = newJob(
      wish,
      `${wish.kind} ${Date.now()} ${Math.random().toString(36).slice(2, 8)}`,
      Date.now(),
    );
    await this.keep(job);
    this.jobs.set([{ job, run: PAUSED }, ...this.jobs.get()]);
    await this.carryOut(job.id, true);
  }

  /** Goes on with a job that waits for the person, or failed. */
  async resume(id: string): Promise<void> {
    await this.carryOut(id, true);
  }

  /** Shows a job no longer. What was sent of it goes its way. */
  async forget(id: string): Promise<void> {
    await this.parts.store.delete(PREFIX + id);
    this.jobs.set(this.jobs.get().filter(({ job }) => job.id !== id));
  }

  private async load(account: string): Promise<void> {
    this.account = account;
    this.jobs.set([]);
    const kept = await this.parts.store.list(PREFIX);
    const jobs = kept.flatMap(([, value]) => readJob(value) ?? []).filter((job) => job.account === account);
    // Somebody else may have logged in meanwhile.
    if (this.account !== account) return;
    this.jobs.set([...jobs].sort((a, b) => b.startedAt - a.startedAt).map((job) => ({ job, run: PAUSED })));
  }

  private async carryOut(id: string, mayAsk: boolean): Promise<void> {
    const known = this.jobOf(id);
    if (known === undefined) return;
    if (known.isMined) return this.show(id, SENT);
    this.show(id, RUNNING);
    try {
      await this.parts.alone(`funds ${known.account}`, () => this.work(id, mayAsk));
      this.show(id, SENT);
    } catch (error) {
      this.show(id, isForPerson(error) ? PAUSED : { kind: 'failed', error });
    }
  }

  private async work(id: string, mayAsk: boolean): Promise<void> {
    const job = this.jobOf(id);
    if (job === undefined) return;
    const { client, store } = this.parts;
    const linked = this.parts.walletOf(job.account);
    if (linked === undefined) throw new AsksPerson('no wallet shows the account');
    const { chainId, contract } = client.domain;
    const { account } = job;
    const guarded = linked.guarded({ account, chainId });
    const wallet = mayAsk ? guarded : quiet(guarded);
    const { ChainFunds } = await import('./chain-funds');
    const options: ChainFundsOptions = {
      ...{ wallet, account, contract, store, exchange: client },
      sent: (call, hash) => void this.change(id, ({ sent }) => ({ sent: [...sent, { call, hash }] })),
    };
    const router = this.parts.depositRouter;
    const permits = router && { signer: permitSigner(walletSigner(wallet, account)), router };
    const chain = new ChainFunds(options);
    const permitted = permits ? new ChainFunds({ ...options, permits }) : chain;
    await this.steps(job, { chain, permitted }, linked, mayAsk);
    await this.change(id, () => ({ isMined: true }));
  }

  private async steps(
    job: Job,
    { chain, permitted }: WaysToChain,
    linked: LinkedWallet,
    mayAsk: boolean,
  ): Promise<void> {
    const { id, kind, subject, account, validUntil } = job;
    const amount = BigInt(job.amount);
    const { client } = this.parts;
    switch (kind) {
      case 'deposit':
        return deposit(job, permitted, chain);
      case 'withdraw':
        return void (await chain.withdraw(id, subject, amount));
      case 'submit': {
        if (!mayAsk && job.entry === undefined) throw new AsksPerson('a withdrawal is signed');
        const signer = linked.signer({ account: job.account, chainId: client.domain.chainId });
        const entry = await linked.inItsFormat((format) =>
          chain.submitWithdrawal(id, { token: subject, amount, signer, format }),
        );
        return this.change(id, () => ({ entry }));
      }
      case 'requestExit':
        return void (await chain.requestExit(id, [subject]));
      case 'cancelExit':
        return void (await chain.cancelExit(id, [subject]));
      case 'takeExit':
        return void (await chain.takeExit(id, subject, amount === 0n ? 'all' : amount, account));
      case 'addDelegate': {
        const key = await this.parts.keyOf(account, subject);
        if (key === undefined)
          throw new RangeError('the key of this delegate is not in this browser any more');
        const deadline = Math.floor(Date.now() / 1000) + CONSENT_S;
        const consent = await signDelegation(key, account, deadline, client.domain);
        return void (await chain.addDelegate(id, subject, validUntil, consent));
      }
      case 'removeDelegate': {
        const consent = await client.delegates.remove(subject);
        return void (await chain.removeDelegate(id, subject, consent));
      }
    }
  }

  private jobOf(id: string): Job | undefined {
    return this.jobs.get().find(({ job }) => job.id === id)?.job;
  }

  private show(id: string, run: JobRun): void {
    this.jobs.set(this.jobs.get().map((each) => (each.job.id === id ? { ...each, run } : each)));
  }

  private async change(id: string, to: (job: Job) => Partial<Job>): Promise<void> {
    const before = this.jobOf(id);
    if (before === undefined) return;
    const job = { ...before, ...to(before) };
    this.jobs.set(this.jobs.get().map((each) => (each.job.id === id ? { ...each, job } : each)));
    await this.keep(job);
  }

  private keep(job: Job): Promise<void> {
    return this.parts.store.put(PREFIX + job.id, storedJob(job));
  }
}

const RUNNING: JobRun = { kind: 'running' };
const SENT: JobRun = { kind: 'sent' };
const PAUSED: JobRun = { kind: 'paused' };

/** Whether a person has to do something first: at the wallet, or in this page. */
const isForPerson = (error: unknown): boolean =>
  error instanceof AsksPerson || error instanceof WalletChanged;

/** By a permit where token and wallet know them, else by an approval. */
async function deposit(
  { id, subject, amount }: Job,
  permitted: ChainFunds,
  chain: ChainFunds,
): Promise<void> {
  try {
    await permitted.deposit(id, subject, BigInt(amount));
  } catch (error) {
    if (!(error instanceof NoPermit)) throw error;
    await chain.deposit(id, subject, BigInt(amount));
  }
}
