/**
 * Reads `--name value` pairs. Throws, with how the tool is used, on a name that isn't one of `names` or has no value.
 * @param usage the tool's help text
 */
export function readFlags<Flag extends string>(
  names: readonly Flag[],
  args: readonly string[],
  usage: string,
): Partial<Record<Flag, string>> {
  const given: Partial<Record<Flag, string>> = {};
  for (let at = 0; at < args.length; at += 2) {
    const flag = names.find((name) => args[at] === `--${name}`);
    const value = args[at + 1];
    if (flag === undefined) throw new Error(`Unknown option ${args[at] ?? ''}.\n\n${usage}`);
    if (value === undefined) throw new Error(`--${flag} takes a value.\n\n${usage}`);
    given[flag] = value;
  }
  return given;
}

/** The number that a flag gives. Throws, with how the tool is used, unless it is a whole one between the bounds. */
export function wholeNumber(
  flag: string,
  text: string,
  [least, most]: [number, number],
  usage: string,
): number {
  const value = Number(text);
  if (!/^(0|[1-9]\d*)$/.test(text) || value < least || value > most) {
    throw new Error(`--${flag} takes a whole number from ${least} to ${most}, not ${text}.\n\n${usage}`);
  }
  return value;
}
