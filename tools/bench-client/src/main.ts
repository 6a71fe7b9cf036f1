import { readFlags, wholeNumber } from '../../kit/command-line/read-flags';
import { runTool } from '../../kit/command-line/run-tool';
import { orderReaders } from './decoding';
import { inTurns } from './measure';
import { orderSigners } from './signing';
import { sizes } from './size';

const USAGE = `npm run bench:client [-- options]: what our client costs a bot or a page, beside ethers and viem in the same run

  --rounds N  in which they take turns; the median counts (default 7)
  --help      this text
`;
const ORDERS = 300;
const FRAMES = 20_000;
const [ROUNDS_LEAST, ROUNDS_MOST] = [1, 1_000];

/** A line for each, with how many times as much as the client's that is. */
function show(title: string, figures: ReadonlyMap<string, number>): void {
  const ours = figures.get('client') ?? Number.NaN;
  console.log(`\n${title}`);
  for (const [name, figure] of figures) {
    const shown = Math.round(figure).toLocaleString('en-US').padStart(12);
    console.log(`  ${name.padEnd(24)}${shown}   ${(figure / ours).toFixed(2)}`);
  }
}

await runTool(USAGE, async (args) => {
  const { rounds: text = '7' } = readFlags(['rounds'], args, USAGE);
  const rounds = wholeNumber('rounds', text, [ROUNDS_LEAST, ROUNDS_MOST], USAGE);
  show('orders signed per second', await inTurns(await orderSigners(), ORDERS, rounds));
  show('orders read per second', await inTurns(orderReaders(FRAMES), FRAMES, rounds));
  const { core, signing } = await sizes();
  show('bytes in gzip of what signs an order with a key', signing);
  console.log(`\n${core.toLocaleString('en-US')} bytes in gzip of the core, which needs no cryptography`);
});
