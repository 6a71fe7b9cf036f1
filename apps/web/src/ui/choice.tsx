interface ChoiceProps<T extends string> {
  readonly label: string;
  /** What it is of, in a few words more than the label. */
  readonly hint: string;
  readonly options: readonly (readonly [value: T, shown: string])[];
  readonly value: T;
  readonly choose: (value: T) => void;
}

/** One of a few values, as the browser's own list. */
export function Choice<T extends string>({ label, hint, options, value, choose }: ChoiceProps<T>) {
  return (
    <label className="choice" title={hint}>
      <span>{label}</span>
      <select
        value={value}
        aria-label={hint}
        onChange={({ target }) => {
          const chosen = options.find(([each]) => each === target.value);
          if (chosen !== undefined) choose(chosen[0]);
        }}
      >
        {options.map(([each, shown]) => (
          <option key={each} value={each}>
            {shown}
          </option>
        ))}
      </select>
    </label>
  );
}
