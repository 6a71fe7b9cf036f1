import { parseArgs, type ParseArgsConfig } from 'node:util';

/**
 * Reads `--name value` or `--name=value` for each of `names`, and `--name` for each of `switches`. Throws, with how the
 * tool is used, on anything else.
 * @param usage the tool's help text
 */
export function readFlags<Flag extends string, Switch extends string = never>(
  names: readonly Flag[],
  args: readonly string[],
  usage: string,
  switches: readonly Switch[] = [],
): Partial<Record<Flag, string> & Record<Switch, boolean>> {
  const options = Object.fromEntries([
    ...names.map((name) => [name, { type: 'string' }] as const),
    ...switches.map((name) => [name, { type: 'boolean' }] as const),
  ]);
  const { values } = parsed(usage, { args: [...args], options });
  // Without the prototype that parseArgs leaves out.
  return { ...values } as Partial<Record<Flag, string> & Record<Switch, boolean>>;
}

/** The arguments of a tool that has no options. Throws, with how the tool is used, on one that looks like an option. */
export function readPositionals(args: readonly string[], usage: string): readonly string[] {
  return parsed(usage, { args: [...args], options: {}, allowPositionals: true }).positionals;
}

function parsed<Config extends ParseArgsConfig>(usage: string, config: Config) {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}.\n\n${usage}`, {
      cause: error,
    });
  }
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
