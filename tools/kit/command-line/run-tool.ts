/**
 * Runs a tool with the arguments of the command line, or shows how it is used: a text, or one that follows from the arguments. What it throws is shown, and the process
 * ends with `failed`.
 * @returns false when it threw
 */
export async function runTool(
  usage: string | ((args: readonly string[]) => string),
  run: (args: readonly string[]) => Promise<void>,
  failed = 1,
): Promise<boolean> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    console.log(typeof usage === 'string' ? usage : usage(args));
    return true;
  }
  try {
    await run(args);
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = failed;
    return false;
  }
}
