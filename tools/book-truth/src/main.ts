import { bookTruthOptions, USAGE } from './options';
import { watchBooks } from './watch';

const args = process.argv.slice(2);
if (args.includes('--help')) console.log(USAGE);
else {
  try {
    const options = bookTruthOptions(args, process.env);
    const { compared, frames, faults } = await watchBooks(options);
    console.log(`${options.market}: ${frames} frames of the full book in at most ${options.seconds} s`);
    for (const [name, states] of compared) console.log(`  ${name.padEnd(10)} ${states} states compared`);
    for (const text of faults) console.log(`! ${text.slice(0, 500)}`);
    if (faults.length === 0) console.log('every book was true, and none was ever crossed');
    else process.exitCode = 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
