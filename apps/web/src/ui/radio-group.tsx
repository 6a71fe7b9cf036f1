import { type ReactNode, useId } from 'react';

interface RadioGroupProps<T extends string> {
  readonly legend: string;
  readonly options: readonly (readonly [value: T, shown: string])[];
  readonly value: T;
  readonly choose: (value: T) => void;
}

/** One of a few values, all to be seen; arrow keys go through them. */
export function RadioGroup<T extends string>({
  legend,
  options,
  value,
  choose,
}: RadioGroupProps<T>): ReactNode {
  const name = useId();
  return (
    <fieldset className="radios">
      <legend className="unseen">{legend}</legend>
      {options.map(([each, shown]) => (
        <label key={each} data-value={each}>
          <input
            type="radio"
            {...{ name, value: each, checked: each === value }}
            onChange={() => choose(each)}
          />
          <span>{shown}</span>
        </label>
      ))}
    </fieldset>
  );
}
