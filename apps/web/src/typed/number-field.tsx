import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { formatRate, RATE_KEY_MAX, RATE_KEY_MIN, rateKey } from '@exchange/core/kernel';
import { typedText as text } from '../text/typed';
import { type TypedFault, typedRate } from './typed-amount';
import { asTyped, type DecimalSign } from './typed-decimal';

interface NumberFieldProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly sign: DecimalSign;
  readonly change: (value: string) => void;
  /** Why it can't be used, and what would be right. */
  readonly problem?: string | undefined;
  readonly hint?: string | undefined;
  /** Where it can mean two numbers, they are there to choose. */
  readonly fault?: TypedFault | undefined;
  /** Arrow keys go to the next rate that a book can have. */
  readonly isRate?: boolean;
  /** What stands in the field's line, such as a button that fills it. */
  readonly beside?: ReactNode;
}

/** A field for an exact number, with what is wrong with it beside it. */
export function NumberField(props: NumberFieldProps): ReactNode {
  const { name, label, value, sign, change, problem, hint, fault, beside } = props;
  const id = useId();
  const said = [problem === undefined ? '' : `${id}-problem`, hint === undefined ? '' : `${id}-hint`];
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    const rate = props.isRate === true && by !== 0 ? typedRate(value, sign) : undefined;
    if (rate?.kind !== 'exact') return;
    event.preventDefault();
    const next = rate.value + by;
    if (next >= RATE_KEY_MIN && next <= RATE_KEY_MAX) change(asTyped(formatRate(rateKey(next)), sign));
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-row">
        <input
          {...{ id, name, value, onKeyDown: step }}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby={said.join(' ').trim() || undefined}
          onChange={({ target }) => change(target.value)}
        />
        {beside}
      </div>
      {hint !== undefined && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p className="field-problem" id={`${id}-problem`}>
          {problem}
          {fault?.kind === 'ambiguous' &&
            fault.readings.map((reading) => (
              <button
                type="button"
                key={reading}
                aria-label={text.choose(reading)}
                onClick={() => change(asTyped(reading, sign))}
              >
                {reading}
              </button>
            ))}
        </p>
      )}
    </div>
  );
}
