import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { writeArtifacts } from './artifacts.mjs';
import { runForge } from './run-forge.mjs';

// The long form of the random histories and of the fuzzed parameters that `npm test` runs briefly:
// npm run test:invariants -- --seed 0x…
// The seed is fresh unless given, and told before anything runs, so that a failure can be had again.
const HELP = `Usage: npm run test:invariants -- [--runs 256] [--depth 500] [--fuzz 5000] [--seed <number>]\n`;
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '256' },
    depth: { type: 'string', default: '500' },
    fuzz: { type: 'string', default: '5000' },
    seed: { type: 'string', default: `0x${randomInt(2 ** 47).toString(16)}` },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const isNumber = (text) => /^(0x[0-9a-f]+|\d+)$/i.test(text) && BigInt(text) > 0n;
const wrong = ['runs', 'depth', 'fuzz', 'seed'].find((name) => !isNumber(values[name]));
if (wrong) {
  process.stderr.write(`--${wrong} is "${values[wrong]}"; it must be a number from 1 on.\n${HELP}`);
  process.exit(2);
}
const { runs, depth, fuzz, seed } = values;
process.stdout.write(
  `${runs} histories of ${depth} steps and ${fuzz} draws of each fuzzed test, seed ${seed}\n`,
);
writeArtifacts();
const env = {
  ...{ FOUNDRY_INVARIANT_RUNS: runs, FOUNDRY_INVARIANT_DEPTH: depth },
  ...{ FOUNDRY_FUZZ_RUNS: fuzz, FOUNDRY_FUZZ_SEED: seed },
};
const { status } = runForge('test', ['--match-contract', 'InvariantsTest|FuzzTest'], {
  stdio: 'inherit',
  env,
});
process.exit(status ?? 1);
