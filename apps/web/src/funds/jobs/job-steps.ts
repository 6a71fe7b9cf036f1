import { ZERO_ADDRESS } from '@exchange/core/kernel';
import type { DelegateView, EntryView } from '@exchange/core/wire';
import { isPending } from '../../account/own-funds';
import { type Job, mainTransaction } from './job';

/** What happens in turn. Its words are in text/. */
export type StepName =
  | 'allow'
  | 'promise'
  | 'sign'
  | 'submit'
  | 'stop'
  | 'send'
  | 'mine'
  | 'confirm'
  | 'wait'
  | 'accept';

export interface JobStep {
  readonly name: StepName;
  readonly state: 'done' | 'now' | 'later';
  /** Its transaction, once there is one. */
  readonly hash: string | undefined;
  /** Of `confirm`: so many blocks of so many. */
  readonly blocks: { readonly seen: number; readonly needed: number } | undefined;
  /** Of `wait`: when it is over, Unix seconds; undefined until the contract has said it. */
  readonly until: number | undefined;
}

/** What the chain and the exchange say now. */
export interface JobNews {
  readonly entries: readonly EntryView[];
  readonly delegates: readonly DelegateView[];
  readonly confirmations: number;
  /** The newest block; undefined while nobody tells. */
  readonly block: number | undefined;
  /** Unix seconds. */
  readonly now: number;
  /** When an exit takes effect, by its transaction, Unix seconds. */
  readonly exitTimes: ReadonlyMap<string, number>;
}

/** The ledger entry that a job is about: the one that it was given, else the one of its transaction. */
export function entryOf(job: Job, entries: readonly EntryView[]): EntryView | undefined {
  const hash = mainTransaction(job)?.toLowerCase();
  return entries.find(
    ({ id, transaction, changes }) =>
      id === job.entry ||
      (transaction !== null && transaction === hash && changes.some(({ token }) => token === job.symbol)),
  );
}

/** The steps of a job, each with how it stands: all before the first that isn't done are. */
export function jobSteps(job: Job, news: JobNews): readonly JobStep[] {
  const entry = entryOf(job, news.entries);
  const names = stepNames(job);
  const done = names.map((name) => isDone(name, job, entry, news));
  const at = done.indexOf(false);
  return names.map((name, index) => ({
    name,
    state: at < 0 || index < at ? 'done' : index === at ? 'now' : 'later',
    hash: hashOf(name, job, entry),
    blocks: name === 'confirm' && index === at ? blocksOf(entry, news) : undefined,
    until: name === 'wait' ? news.exitTimes.get(mainTransaction(job) ?? '') : undefined,
  }));
}

/** Whether nothing of it is left to happen. */
export const isOver = (steps: readonly JobStep[]): boolean => steps.every(({ state }) => state === 'done');

function stepNames({ kind, subject, sent, isMined }: Job): readonly StepName[] {
  switch (kind) {
    case 'deposit': {
      // A token with a permit, or one that was allowed before, needs no transaction to allow it.
      const isAllowedAlready = sent.length > 0 && sent[0]?.call !== 'approve';
      const needsAllowance = subject !== ZERO_ADDRESS && !isAllowedAlready && !(isMined && sent.length === 0);
      return needsAllowance ? ['allow', 'send', 'mine', 'confirm'] : ['send', 'mine', 'confirm'];
    }
    case 'withdraw':
      return ['promise', 'send', 'mine', 'confirm'];
    case 'submit':
      return ['sign', 'submit', 'mine', 'confirm'];
    case 'requestExit':
      return ['send', 'mine', 'wait'];
    case 'takeExit':
    case 'cancelExit':
      return ['send', 'mine', 'confirm'];
    case 'addDelegate':
      return ['send', 'mine', 'accept'];
    case 'removeDelegate':
      return ['stop', 'send', 'mine'];
  }
}

function isDone(name: StepName, job: Job, entry: EntryView | undefined, news: JobNews): boolean {
  const hash = mainTransaction(job);
  switch (name) {
    case 'allow':
    case 'send':
      return hash !== undefined;
    case 'promise':
      return hash !== undefined || entry !== undefined;
    case 'sign':
      return job.entry !== undefined;
    case 'submit':
      return entry !== undefined && (entry.transaction !== null || !isPending(entry));
    case 'mine':
      return job.isMined && job.kind !== 'submit' ? true : entry !== undefined && entry.blockNumber !== null;
    case 'confirm':
      return isFinal(job, entry, news);
    case 'wait': {
      const until = news.exitTimes.get(hash ?? '');
      return until !== undefined && until <= news.now;
    }
    case 'accept':
      return news.delegates.some(({ delegate, accepted }) => delegate === job.subject && accepted);
    case 'stop':
      return (
        hash !== undefined || news.delegates.some((each) => each.delegate === job.subject && !each.accepted)
      );
  }
}

/** An exit that was given up has no entry of its own: the one of its request ends. */
function isFinal(job: Job, entry: EntryView | undefined, { entries }: JobNews): boolean {
  if (job.kind === 'cancelExit') return job.isMined && exitsInForce(entries, job.symbol).length === 0;
  return entry !== undefined && !isPending(entry);
}

/** The entries of exits that were requested and not given up. */
export const exitsInForce = (entries: readonly EntryView[], symbol?: string): readonly EntryView[] =>
  entries.filter(
    ({ type, description, canceled, changes }) =>
      type === 'withdrawal' &&
      description === EXIT_REQUESTED &&
      !canceled &&
      (symbol === undefined || changes.some(({ token }) => token === symbol)),
  );

/** What the exchange writes at the entry of a request to leave (docs/ledger, entries). */
const EXIT_REQUESTED = 'exit requested';

function hashOf(name: StepName, job: Job, entry: EntryView | undefined): string | undefined {
  switch (name) {
    case 'allow':
      return job.sent.find(({ call }) => call === 'approve')?.hash;
    case 'send':
      return mainTransaction(job);
    case 'submit':
      return entry?.transaction ?? undefined;
    default:
      return undefined;
  }
}

function blocksOf(entry: EntryView | undefined, { block, confirmations }: JobNews): JobStep['blocks'] {
  if (block === undefined || entry === undefined || entry.blockNumber === null) return undefined;
  const seen = Math.max(0, block - entry.blockNumber + 1);
  return { seen: Math.min(seen, confirmations), needed: confirmations };
}
