import { useId } from 'react';
import { wholeTokens } from '@exchange/core/kernel';
import { waysText as text } from '../../text/ways';
import { type FormToken, type ReadAmount } from './read-amount';

/** A choice among tokens. */
export function TokenChoice({
  tokens,
  chosen,
  choose,
}: {
  tokens: readonly FormToken[];
  chosen: FormToken;
  choose: (symbol: string) => void;
}) {
  return (
    <label className="field">
      <span>{text.funds.token}</span>
      <select value={chosen.symbol} onChange={({ target }) => choose(target.value)}>
        {tokens.map(({ symbol }) => (
          <option key={symbol}>{symbol}</option>
        ))}
      </select>
    </label>
  );
}

interface AmountFieldProps {
  readonly token: FormToken;
  readonly typed: string;
  readonly type: (typed: string) => void;
  readonly read: ReadAmount;
  /** How much there is, in smallest units and in words. */
  readonly most: bigint | undefined;
  readonly mostWords: string;
}

/** An amount of a token, with how much there is, and why what was typed can't be used. */
export function AmountField({ token, typed, type, read, most, mostWords }: AmountFieldProps) {
  const id = useId();
  const isFaulty = read.kind === 'faulty';
  return (
    <div className="field">
      <label htmlFor={id}>{text.funds.amount(token.symbol)}</label>
      <span className="field-row">
        <input
          id={id}
          value={typed}
          inputMode="decimal"
          autoComplete="off"
          aria-invalid={isFaulty}
          aria-describedby={`${id}-most${isFaulty ? ` ${id}-why` : ''}`}
          onChange={({ target }) => type(target.value)}
        />
        <button
          type="button"
          disabled={most === undefined || most === 0n}
          onClick={() => type(wholeTokens(most ?? 0n, token.decimals))}
        >
          {text.funds.most}
        </button>
      </span>
      <span className="muted" id={`${id}-most`}>
        {mostWords}
      </span>
      {isFaulty && (
        <span className="problem" id={`${id}-why`} role="alert">
          {read.why}
        </span>
      )}
    </div>
  );
}
