import { runTool } from '../../kit/command-line/run-tool';
import { busyMarkets } from './busy-markets';
import { readOptions, USAGE } from './options';
import { run } from './run';
import { rowText, summary } from './table';

const othersTrade = (markets: readonly string[]) =>
  `There are orders in the books of ${markets.join(', ')}: cases that need a book for themselves may fail. ` +
  'Start without --demo, and with other data or --reset.';

await runTool(USAGE, async (args) => {
  const options = readOptions(args, process.env);
  const busy = await busyMarkets(options.rest);
  if (busy.length > 0) console.log(othersTrade(busy));
  const rows = await run(options, (row) => console.log(rowText(row)));
  console.log(summary(rows));
  if (rows.some(({ failure }) => failure !== undefined)) process.exitCode = 1;
});
