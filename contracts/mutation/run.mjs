import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { contractsFolder, soliditySources } from '../compiler.mjs';
import { mutantsOf, mutated, shuffled, verdictOf } from './mutants.mjs';

// Breaks the contract in one place at a time and runs its tests: npm run contracts:mutation -- --mutants 60 --seed 1
const HELP = `Usage: npm run contracts:mutation -- [--mutants 60] [--seed 1] [--jobs 2] [--only <part of a file's name>]
Each mutant is one changed line. It is killed when a test fails; a survivor must be explained in contracts/mutation/explained.json.
Ends with 1 when a survivor isn't, and with 2 when the tests fail without any change.`;
const TIMEOUT_MS = 15 * 60_000;
// Not part of what is deployed on a chain that counts.
const LEFT_OUT = /src\/test\//;

const { values } = parseArgs({
  options: {
    mutants: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(1 + (Date.now() % 1_000_000)) },
    jobs: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
});
const whole = (name) => {
  const number = Number(values[name]);
  if (Number.isSafeInteger(number) && number >= 1) return number;
  process.stderr.write(`--${name} is "${values[name]}"; it must be a whole number from 1 on.\n${HELP}\n`);
  process.exit(2);
};
if (values.help) {
  process.stdout.write(`${HELP}\n`);
  process.exit(0);
}
const [wanted, seed, jobs] = ['mutants', 'seed', 'jobs'].map(whole);

const explained = JSON.parse(readFileSync(join(contractsFolder, 'mutation', 'explained.json'), 'utf8'));
const explanationOf = ({ file, from, to }) =>
  explained.find((entry) => entry.file === file && entry.from === from.trim() && entry.to === to.trim())?.why;

const sources = soliditySources()
  .filter((path) => !LEFT_OUT.test(path) && path.includes(values.only))
  .map((path) => ({ file: relative(contractsFolder, path), source: readFileSync(path, 'utf8') }));
const candidates = shuffled(
  sources.flatMap(({ file, source }) => mutantsOf(file, source)),
  seed,
);

/** A copy of what a run of the tests needs, in a folder of its own. Sources must lie inside it: forge asks for that. */
const workshop = () => {
  const root = mkdtempSync(join(tmpdir(), 'exchange-mutation-'));
  const modules = join(contractsFolder, '..', 'node_modules');
  cpSync(contractsFolder, join(root, 'contracts'), { recursive: true });
  mkdirSync(join(root, 'node_modules'));
  for (const name of readdirSync(modules)) {
    const target = join(root, 'node_modules', name);
    if (name === '@openzeppelin') cpSync(join(modules, name), target, { recursive: true });
    else symlinkSync(join(modules, name), target);
  }
  return root;
};

// Gas and size differ in every mutant, so their snapshots would kill each of them and prove nothing. Random histories
// take longest and come last.
const STEPS = [
  ['--no-match-contract', 'GasTest|InvariantsTest'],
  ['--match-contract', 'InvariantsTest'],
];

const forge = (root, options) =>
  new Promise((resolve) => {
    const parameters = ['contracts/forge.mjs', 'test', '--fail-fast', ...options];
    const child = spawn(process.execPath, parameters, { cwd: root, timeout: TIMEOUT_MS });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        text = (text + String(part)).slice(-200_000);
      });
    child.on('close', (code) => {
      resolve({ passed: code === 0 && /\d+ tests passed, 0 failed/.test(text), text });
    });
  });

/** Runs the tests in the workshop: what they wrote, and whether they passed. */
const tested = async (root) => {
  let outcome;
  for (const options of STEPS) {
    outcome = await forge(root, options);
    if (!outcome.passed) return outcome;
  }
  return outcome;
};

/** Tests that fail anyway would kill every mutant. */
const passUnchanged = async () => {
  const root = workshop();
  try {
    const { passed, text } = await tested(root);
    if (!passed) process.stderr.write(`The tests fail without any change:\n${text.slice(-4000)}\n`);
    return passed;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
};

const results = [];
// Told to stop, it ends with the mutants at hand, and says what they came to.
process.once('SIGTERM', () => {
  candidates.length = 0;
});
const work = async () => {
  const root = workshop();
  try {
    for (let mutant = candidates.shift(); mutant !== undefined; mutant = candidates.shift()) {
      if (results.filter(({ verdict }) => ['killed', 'survived'].includes(verdict)).length >= wanted) return;
      const path = join(root, 'contracts', mutant.file);
      const source = readFileSync(path, 'utf8');
      writeFileSync(path, mutated(source, mutant));
      const outcome = await tested(root);
      writeFileSync(path, source);
      const verdict = verdictOf(outcome);
      results.push({ ...mutant, verdict });
      const killer =
        verdict === 'broken'
          ? outcome.text.slice(-400)
          : (/\[FAIL[^\n]*\] (\w+)/.exec(outcome.text)?.[1] ?? '');
      const change = mutant.to.trim() === '' ? '(removed)' : mutant.to.trim();
      process.stdout.write(
        `${verdict} ${mutant.file}:${mutant.line} ${mutant.kind}: ${mutant.from.trim()} → ${change} ${killer}\n`,
      );
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
};

if (!(await passUnchanged())) process.exit(2);
process.stdout.write(`${candidates.length} mutants can be made; ${wanted} are tried, seed ${seed}\n`);
await Promise.all(Array.from({ length: jobs }, work));
const survivors = results.filter(({ verdict }) => verdict === 'survived');
const open = survivors.filter((mutant) => explanationOf(mutant) === undefined);
const count = (wantedVerdict) => results.filter(({ verdict }) => verdict === wantedVerdict).length;
const [killed, notCompiled, broken] = ['killed', 'not compiled', 'broken'].map(count);
process.stdout.write(
  `${killed} killed, ${survivors.length} survived, ${open.length} of them unexplained, seed ${seed}; beside them ` +
    `${notCompiled} that don't compile and ${broken} of which the run says nothing\n`,
);
process.exit(open.length === 0 && killed > 0 && broken === 0 ? 0 : 1);
