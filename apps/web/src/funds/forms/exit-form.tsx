import { address, wholeTokens } from '@exchange/core/kernel';
import type { EntryView } from '@exchange/core/wire';
import { Problem, useTask } from '../../account/use-task';
import { useAccount, useNow, useWays } from '../../account/use-ways';
import { useCell, useExchange, useListing } from '../../exchange/use-exchange';
import { clockTime, duration } from '../../text/duration';
import { waysText as text } from '../../text/ways';
import { exitsInForce } from '../jobs/job-steps';
import { useExitTimes } from '../use-exit-times';
import { TokenChoice } from './token-amount';
import { useFormToken } from './use-form-token';

/** The way out that needs nobody: asks for it, and takes or gives up what was asked for. */
export function ExitForm() {
  const { config } = useExchange();
  const { own } = useWays();
  const chosen = useFormToken();
  const exits = exitsInForce(useCell(own.entries) ?? []);
  const period =
    config.waitingPeriod === undefined ? text.exit.unknownPeriod : duration(config.waitingPeriod);
  return (
    <div className="form">
      <p>{text.exit.what(period)}</p>
      <p>
        {text.exit.kit} <a href="/docs/exit-kit">{text.exit.kitLink}</a>
      </p>
      {chosen !== undefined && (
        <ExitRequest {...chosen} period={period} isAsked={(symbol) => exitsOf(exits, symbol) > 0} />
      )}
      {exits.length > 0 && (
        <section aria-label={text.exit.inForce}>
          <h3>{text.exit.inForce}</h3>
          <ul className="exits">
            {exits.map((entry) => (
              <ExitInForce key={entry.id} entry={entry} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const exitsOf = (exits: readonly EntryView[], symbol: string): number => exitsInForce(exits, symbol).length;

type RequestProps = NonNullable<ReturnType<typeof useFormToken>> & {
  readonly period: string;
  readonly isAsked: (symbol: string) => boolean;
};

function ExitRequest({ tokens, token, choose, period, isAsked }: RequestProps) {
  const { desk } = useWays();
  const { account, standing } = useAccount();
  const task = useTask();
  if (account === undefined) return null;
  return (
    <>
      <TokenChoice tokens={tokens} chosen={token} choose={choose} />
      <p className="signed-words">{text.exit.words(token.symbol, account, period)}</p>
      <button
        type="button"
        disabled={standing !== 'same' || task.isBusy || isAsked(token.symbol)}
        onClick={() =>
          task.run(() =>
            desk.begin({
              ...{
                kind: 'requestExit',
                account,
                symbol: token.symbol,
                subject: address(token.contract),
                amount: '0',
              },
            }),
          )
        }
      >
        {text.exit.do(token.symbol)}
      </button>
      <Problem task={task} />
    </>
  );
}

/** An exit that was asked for: from when on it can be taken, and the ways to end it. */
function ExitInForce({ entry }: { entry: EntryView }) {
  const { config } = useExchange();
  const { desk } = useWays();
  const { account, standing } = useAccount();
  const { tokens } = useListing();
  const now = useNow(1_000);
  const task = useTask();
  const [change] = entry.changes;
  const token = change === undefined ? undefined : tokens[change.token];
  const told = useExitTimes().get(entry.transaction ?? '');
  if (change === undefined || token === undefined || account === undefined) return null;
  const about = Math.floor(entry.timestamp / 1_000) + (config.waitingPeriod ?? 0);
  const at = told ?? about;
  const isReady = told !== undefined && told <= now;
  const of = { account, symbol: change.token, subject: address(token.contract), amount: '0' };
  const when = isReady
    ? text.exit.ready
    : (told === undefined ? text.exit.fromAbout : text.exit.from)(clockTime(at, now));
  return (
    <li className="exit">
      <p>
        <strong>{text.exit.blocked(wholeTokens(BigInt(change.amount), token.decimals), change.token)}</strong>{' '}
        {when}
        {!isReady && at > now && ` (${duration(at - now)})`}
      </p>
      {isReady && <p className="signed-words">{text.exit.takeWords(change.token, account)}</p>}
      <p className="actions">
        {isReady && (
          <button
            type="button"
            className="main"
            disabled={standing !== 'same' || task.isBusy}
            onClick={() => task.run(() => desk.begin({ kind: 'takeExit', ...of }))}
          >
            {text.exit.take}
          </button>
        )}
        <button
          type="button"
          title={text.exit.cancelWords(change.token)}
          disabled={standing !== 'same' || task.isBusy}
          onClick={() => task.run(() => desk.begin({ kind: 'cancelExit', ...of }))}
        >
          {text.exit.cancel}
        </button>
      </p>
      <Problem task={task} />
    </li>
  );
}
