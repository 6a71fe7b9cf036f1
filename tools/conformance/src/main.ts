import { readOptions, USAGE } from './options';
import { run } from './run';
import { rowText, summary } from './table';

try {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === undefined) console.log(USAGE);
  else {
    const rows = await run(options, (row) => console.log(rowText(row)));
    console.log(summary(rows));
    if (rows.some(({ failure }) => failure !== undefined)) process.exitCode = 1;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
