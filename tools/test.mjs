/** Runs a tier of tests. Installs what is missing. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isBundled } from './build/is-bundled.mjs';
import { findChromium } from './chromium.mjs';
import { findNatsServer } from './nats-server.mjs';
import { findPrometheus, findPromtool } from './prometheus.mjs';
import { findPython } from './python.mjs';

const root = path.resolve(import.meta.dirname, '..');
const reports = mkdtempSync(path.join(os.tmpdir(), 'exchange-tests-'));
const env = { ...process.env, NX_DAEMON: 'false', NX_NO_CLOUD: 'true', NX_TUI: 'false', FORCE_COLOR: '0' };
const SLOWEST_TOLD = 8;
const SLOW_MS = 2_000;
const TICKS_PER_S = 100;
const bin = (name) => path.join(root, 'node_modules', name);
/**
 * What lint found in a file is kept with the hash of the file. A fresh clone, as CI has, and `npm run lint` check every file.
 */
const UNCHANGED_ONCE = [
  '--cache',
  '--cache-strategy=content',
  '--cache-location=node_modules/.cache/eslint.json',
];

/** Runs node on a script; its output is passed on whole, so that steps side by side don't mix. */
function node(args, { live = false, priority, patience = env.TEST_PATIENCE } = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...env, TEST_PATIENCE: patience },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (priority !== undefined) os.setPriority(child.pid, priority);
    let output = '';
    const keep = (stream) => (chunk) => {
      output += chunk;
      if (live) stream.write(chunk);
    };
    child.stdout.on('data', keep(process.stdout));
    child.stderr.on('data', keep(process.stderr));
    child.on('close', (status) => resolve({ ok: status === 0, output: live ? '' : output, text: output }));
  });
}

const check = (name, ...args) => ({ name, run: () => node(args) });

/** Who wants the run to be shorter begins here. */
function tellSlowest(files) {
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const slowest = tests.sort((a, b) => (b.duration ?? 0) - (a.duration ?? 0)).slice(0, SLOWEST_TOLD);
  for (const { duration = 0, fullName } of slowest) {
    if (duration > SLOW_MS) console.log(`${(duration / 1000).toFixed(1)} s for: ${fullName}`);
  }
}

/** `ofTiers`: several share the workers, the longest files first. */
function jest(ofTiers, extra = [], { workers, priority, patience } = {}) {
  const name = `jest ${ofTiers.join(' and ')}`;
  const report = path.join(reports, `${ofTiers.join('-')}.json`);
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const options = [
    '-c',
    'jest.config.mjs',
    '--selectProjects',
    ...ofTiers,
    '--passWithNoTests',
    '--json',
    `--outputFile=${report}`,
    ...(workers ? [`--maxWorkers=${workers}`] : []),
  ];
  return {
    name,
    run: async () => {
      const result = await node([...flags, bin('jest/bin/jest.js'), ...options, ...extra], {
        live: true,
        priority,
        patience,
      });
      if (!existsSync(report)) return result;
      const counts = JSON.parse(readFileSync(report, 'utf8'));
      tellSlowest(counts.testResults);
      return {
        ...result,
        passed: counts.numPassedTests,
        failed: counts.numFailedTests + counts.numRuntimeErrorTestSuites,
      };
    },
  };
}

/** forge ends with "…: 12 tests passed, 0 failed, 0 skipped (12 total tests)". */
const contracts = ({ priority } = {}) => [
  { name: 'forge lint', run: () => node(['contracts/lint.mjs'], { priority }) },
  {
    name: 'contracts',
    run: async () => {
      const result = await node(['contracts/forge.mjs', 'test'], { live: true, priority });
      const counts = [...result.text.matchAll(/(\d+) tests passed, (\d+) failed/g)].at(-1);
      // npm's forge ends with code 0 whatever happened, so only its summary says that tests ran.
      return counts
        ? { ...result, passed: Number(counts[1]), failed: Number(counts[2]) }
        : { ...result, ok: false };
    },
  },
];

const bundle = {
  name: 'bundle',
  run: async () => (isBundled() ? { ok: true, output: '' } : node(['tools/build/bundle.mjs', '--all'])),
};
/** Beside a step that waits a lot: one core, and only what the other leaves of it, which may be nothing for a minute. */
const beside = { workers: 1, priority: os.constants.priority.PRIORITY_LOW, patience: 20 };

/** How many times as long as alone a test may take where every tier runs, several side by side (tools/jest/environment.cjs). */
const PATIENCE = 4;

/** Groups of steps in order. The steps of a group run side by side, those of a list in it one after the other. */
const tiers = {
  fast: (extra) => [
    [
      [
        check('format', bin('oxfmt/bin/oxfmt'), '--check', '.'),
        check('lint', bin('eslint/bin/eslint.js'), ...UNCHANGED_ONCE, '.'),
      ],
      check('types', bin('oxlint/bin/oxlint')),
    ],
    [jest(['fast'], extra)],
  ],
  contracts: () => [[contracts()]],
  simulation: (extra) => [[jest(['simulation'], extra)]],
  services: (extra) => [[bundle], [jest(['services'], extra)]],
  e2e: (extra) => [[bundle], [jest(['e2e'], extra)]],
  /** Every tier; what waits a lot stands beside what doesn't. */
  all: (extra) => [
    ...tiers.fast(extra),
    [
      [bundle, jest(['e2e', 'services'], extra)],
      [...contracts(beside), jest(['simulation'], extra, beside)],
    ],
  ],
};

function installMissing(name) {
  if (!existsSync(bin('.package-lock.json'))) {
    console.log('Installing packages (npm ci)…');
    if (spawnSync('npm', ['ci'], { cwd: root, stdio: 'inherit' }).status !== 0)
      throw new Error('npm ci failed.');
  }
  if (['services', 'e2e', 'all'].includes(name) && !env.NATS_URL) env.NATS_SERVER = findNatsServer();
  if (['services', 'e2e', 'all'].includes(name)) env.CHROMIUM = findChromium();
  if (['services', 'e2e', 'all'].includes(name))
    Object.assign(env, { PROMETHEUS: findPrometheus(), PROMTOOL: findPromtool() });
  if (['fast', 'e2e', 'all'].includes(name)) {
    const { program, pythonPath } = findPython();
    Object.assign(env, { PYTHON: program, PYTHONPATH: pythonPath });
  }
}

const secondsSince = (started) => ((performance.now() - started) / 1000).toFixed(1);

/** CPU seconds of all programs that ended so far, with those that they started; Linux alone tells them. */
function cpuSeconds() {
  if (process.platform !== 'linux') return 0;
  // utime and stime of waited-for children, in ticks: fields 16 and 17 of proc(5), of which the second may hold spaces.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_S;
}

/** How each step ended and how long it took, told again at the end; after each group, whether it computed or waited. */
const ended = [];

async function runGroup(group) {
  const [started, cpu] = [performance.now(), cpuSeconds()];
  const counts = await Promise.all(group.map((one) => runInOrder([one].flat())));
  ended.push(`     ${secondsSince(started)} s together, ${(cpuSeconds() - cpu).toFixed(0)} CPU s`);
  return counts.flat();
}

/** Counts of the tests that passed and failed in each step. */
async function runInOrder(steps) {
  const counts = [];
  for (const step of steps) counts.push(await runStep(step));
  return counts;
}

async function runStep({ name, run }) {
  const started = performance.now();
  const { ok: exitedWell, output, passed = 0, failed = 0 } = await run();
  const ok = exitedWell && failed === 0;
  if (output) process.stdout.write(output);
  const line = `${ok ? 'ok  ' : 'FAIL'} ${name}, ${secondsSince(started)} s`;
  console.log(line);
  ended.push(line);
  return { passed, failed: ok ? 0 : Math.max(failed, 1) };
}

const USAGE = `npm test: all tiers of tests
npm run test:TIER [-- options]: one of them, ${Object.keys(tiers)
  .filter((tier) => tier !== 'all')
  .join(', ')}

Options and paths are those of Jest, e.g. -t 'limits' for the cases whose names hold this text; not with contracts. The last
line is "N passed, N failed": tests, where a step without tests that fails counts as one.

  --help   this text
`;

const [tier = 'all', ...extra] = process.argv.slice(2);
if ([tier, ...extra].includes('--help')) {
  console.log(USAGE);
  process.exit(0);
}
if (!tiers[tier]) {
  console.error(USAGE);
  process.exit(1);
}

let passed = 0;
let failed = 0;
try {
  installMissing(tier);
  if (tier === 'all') env.TEST_PATIENCE = String(PATIENCE);
  for (const group of tiers[tier](extra)) {
    for (const counts of await runGroup(group)) {
      passed += counts.passed;
      failed += counts.failed;
    }
  }
} catch (error) {
  console.error(error.message);
  failed += 1;
} finally {
  rmSync(reports, { recursive: true, force: true });
}
console.log(ended.join('\n'));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
