import { wholeTokens } from '@exchange/core/kernel';
import { useAccount, useWays } from '../../account/use-ways';
import { useCell, useExchange, useListing } from '../../exchange/use-exchange';
import { refusalOf } from '../../notices/refusal';
import { RefusalNotice } from '../../notices/refusal-notice';
import { clockTime, duration } from '../../text/duration';
import { waysText as text } from '../../text/ways';
import type { RunningJob } from './funds-desk';
import { entryOf, isOver, type JobNews, type JobStep, jobSteps } from './job-steps';
import { useJobNews } from './use-job-news';

/** What the person set going, each with its steps; taken up again after a reload. */
export function JobsList() {
  const { desk } = useWays();
  const jobs = useCell(desk.jobs);
  const news = useJobNews();
  if (jobs.length === 0) return null;
  return (
    <section className="funds-part" aria-label={text.jobs.title}>
      <h2>{text.jobs.title}</h2>
      <ul className="jobs">
        {jobs.map((running) => (
          <JobCard key={running.job.id} running={running} news={news} />
        ))}
      </ul>
    </section>
  );
}

function JobCard({ running: { job, run }, news }: { running: RunningJob; news: JobNews }) {
  const { desk } = useWays();
  const { tokens } = useListing();
  const { standing } = useAccount();
  const steps = jobSteps(job, news);
  const isCanceled = entryOf(job, news.entries)?.canceled === true;
  const isDone = isOver(steps) || isCanceled;
  const token = tokens[job.symbol];
  const amount =
    token === undefined || job.amount === '0' ? '' : wholeTokens(BigInt(job.amount), token.decimals);
  const what = job.symbol === '' ? text.account.short(job.subject) : `${amount} ${job.symbol}`.trim();
  const isWaiting = !isDone && (run.kind === 'paused' || run.kind === 'failed');
  return (
    <li className="job" data-run={isDone ? 'over' : run.kind}>
      <h3>{text.jobs.kinds[job.kind](what)}</h3>
      <ol className="steps">
        {steps.map((step) => (
          <Step key={step.name} step={step} now={news.now} />
        ))}
      </ol>
      <p role="status">
        {isCanceled && text.jobs.canceled}
        {!isCanceled && isDone && text.jobs.over}
        {!isDone && run.kind === 'running' && text.jobs.asking}
        {!isDone &&
          run.kind === 'paused' &&
          (standing === 'same' ? text.jobs.paused : text.jobs.pausedWallet)}
      </p>
      {!isDone && run.kind === 'failed' && <RefusalNotice refusal={refusalOf(run.error)} />}
      <p className="actions">
        {isWaiting && (
          <button
            type="button"
            className="main"
            disabled={standing !== 'same'}
            onClick={() => void desk.resume(job.id)}
          >
            {run.kind === 'failed' ? text.jobs.again : text.jobs.resume}
          </button>
        )}
        {(isDone || isWaiting) && (
          <button type="button" onClick={() => void desk.forget(job.id)}>
            {text.jobs.forget}
          </button>
        )}
      </p>
    </li>
  );
}

const SIGNS = { done: '✓', now: '→', later: '·' } as const;

function Step({ step: { name, state, hash, blocks, until }, now }: { step: JobStep; now: number }) {
  const { config } = useExchange();
  return (
    <li data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
      <span aria-hidden="true">{SIGNS[state]}</span> {text.jobs.steps[name]}
      <span className="unseen"> ({text.jobs.states[state]})</span>
      {blocks !== undefined && <span className="muted"> {text.jobs.blocks(blocks.seen, blocks.needed)}</span>}
      {state === 'now' && until !== undefined && (
        <span className="muted"> {text.jobs.until(clockTime(until, now), duration(until - now))}</span>
      )}
      {hash !== undefined && (
        <>
          {' '}
          <TransactionName hash={hash} explorer={config.explorerUrl} />
        </>
      )}
    </li>
  );
}

function TransactionName({ hash, explorer }: { hash: string; explorer: string | undefined }) {
  const shown = `${hash.slice(0, 10)}…`;
  return explorer === undefined ? (
    <span className="muted figures" title={hash}>
      {shown}
    </span>
  ) : (
    <a
      className="figures"
      href={`${explorer}/tx/${hash}`}
      title={`${text.jobs.transaction} ${hash}`}
      rel="noreferrer"
    >
      {shown}
    </a>
  );
}
