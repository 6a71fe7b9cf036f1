import { readOptions, USAGE } from './options';
import { run } from './run';
import { rowText, summary } from './table';

const args = process.argv.slice(2);
if (args.includes('--help')) console.log(USAGE);
else {
  try {
    const rows = await run(readOptions(args, process.env), (row) => console.log(rowText(row)));
    console.log(summary(rows));
    if (rows.some(({ failure }) => failure !== undefined)) process.exitCode = 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
