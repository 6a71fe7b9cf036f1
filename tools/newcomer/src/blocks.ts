/** Commands of a page, as somebody copies them. */
export interface ShellBlock {
  readonly commands: string;
  /** They run on beside the others, and are ready when they have said this. */
  readonly until: string | undefined;
  /** What runs beside has to be stopped before, but the chain. */
  readonly alone: boolean;
}

const BLOCK = /^```sh\n([^]*?)^```$/gm;
const BESIDE = /^# in a terminal of its own, until it says: (.+)$/m;
const ALONE = /^# with the exchange and the signer stopped$/m;

/** The shell commands of a page in their order. */
export const blocksOf = (markdown: string): readonly ShellBlock[] =>
  [...markdown.matchAll(BLOCK)].map(([, commands = '']) => ({
    commands,
    until: BESIDE.exec(commands)?.[1],
    alone: ALONE.test(commands),
  }));
