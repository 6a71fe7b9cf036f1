import { wholeTokens } from '@exchange/core/kernel';
import { waysText as text } from '../../text/ways';
import { NumberField } from '../../typed/number-field';
import { readerSign } from '../../typed/reader-sign';
import type { TypedValue } from '../../typed/typed-amount';
import { asTyped } from '../../typed/typed-decimal';
import { typedFaultText } from '../../typed/typed-fault-text';
import type { FormToken } from './use-form-token';

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
  readonly read: TypedValue<bigint>;
  /** How much there is, in smallest units and in words. */
  readonly most: bigint | undefined;
  readonly mostWords: string;
}

/** An amount of a token, with how much there is, and why what was typed can't be used. */
export function AmountField({ token, typed, type, read, most, mostWords }: AmountFieldProps) {
  const fault = read.kind === 'faulty' ? read.fault : undefined;
  return (
    <NumberField
      {...{ name: 'amount', label: text.funds.amount(token.symbol), value: typed, sign: readerSign }}
      {...{ change: type, fault, hint: mostWords }}
      problem={fault && typedFaultText(fault, token.symbol)}
      beside={
        <button
          type="button"
          disabled={most === undefined || most === 0n}
          onClick={() => type(asTyped(wholeTokens(most ?? 0n, token.decimals), readerSign))}
        >
          {text.funds.most}
        </button>
      }
    />
  );
}
