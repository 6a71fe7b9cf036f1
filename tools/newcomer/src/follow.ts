import { say } from '../../kit/command-line/say';
import type { ShellBlock } from './blocks';
import { Terminal } from './terminal';

/**
 * Types the blocks of a page one after the other, in one terminal and in others beside it; what the first one said. Nothing
 * of what was started runs on when it returns or throws, as it does when `cut` is aborted.
 */
export async function follow(blocks: readonly ShellBlock[], cut: AbortSignal): Promise<string> {
  const first = new Terminal('.', process.env);
  const beside: Terminal[] = [];
  const walk = followIn(first, beside, blocks, cut);
  const isCut = new Promise<never>((_, reject) => {
    cut.addEventListener('abort', () => {
      reject(cut.reason as Error);
    });
  });
  try {
    await Promise.race([walk, isCut]);
    return first.output;
  } finally {
    isCut.catch(() => undefined);
    await stopAll([first, ...beside]);
    // It ends with the terminal that it waits for.
    await walk.catch(() => undefined);
  }
}

async function followIn(
  first: Terminal,
  beside: Terminal[],
  blocks: readonly ShellBlock[],
  cut: AbortSignal,
): Promise<void> {
  for (const block of blocks) {
    if (block.alone) await stopAll(beside.splice(1));
    cut.throwIfAborted();
    say(`\n$ ${block.commands.trim().replaceAll('\n', '\n  ')}\n`);
    if (block.until === undefined) await first.run(block.commands);
    else await startBeside(block, beside);
  }
}

async function stopAll(terminals: readonly Terminal[]): Promise<void> {
  for (const terminal of [...terminals].reverse()) await terminal.stop();
}

async function startBeside({ commands, until = '' }: ShellBlock, beside: Terminal[]): Promise<void> {
  const terminal = new Terminal('.', process.env);
  beside.push(terminal);
  terminal.type(`${commands}\n`);
  await terminal.says(until);
}
