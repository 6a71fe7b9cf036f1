import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeArtifacts } from './artifacts.mjs';
import { contractsFolder } from './compiler.mjs';
import { runForge } from './run-forge.mjs';

// Which lines of the contract the Solidity tests run: npm run contracts:coverage. The tests deploy forge's own build
// instead of the shipped one, because forge knows the lines of its own alone. Limits of gas don't hold there, so they
// are left out. Lines in assembly aren't counted: forge doesn't see them run.
const LEAST_PERCENT = 97;
const COUNTED = /^contracts\/src\/(?!test\/)/;

/** Numbers of the lines in blocks of assembly: forge lists them and never sees one run. */
const assemblyLines = (file) => {
  const inside = new Set();
  let indent;
  for (const [index, text] of readFileSync(join(contractsFolder, '..', file), 'utf8')
    .split('\n')
    .entries()) {
    if (indent !== undefined && text === `${indent}}`) indent = undefined;
    if (indent !== undefined) inside.add(index + 1);
    indent ??= /^(\s*)assembly .*\{$/.exec(text)?.[1];
  }
  return inside;
};

/** Lines found and lines hit by file, from an lcov report. */
const linesByFile = (report) =>
  report
    .split('end_of_record')
    .map((record) => ({
      file: /^SF:(.*)$/m.exec(record)?.[1] ?? '',
      lines: [...record.matchAll(/^DA:(\d+),(\d+)/gm)].map(([, line, hits]) => ({
        line,
        isHit: hits !== '0',
      })),
    }))
    .filter(({ file }) => COUNTED.test(file));

const percent = (part, whole) => (whole === 0 ? 100 : (100 * part) / whole);

/** What forge answers, and its lcov report when the tests passed. */
const testsWithCoverage = () => {
  const folder = mkdtempSync(join(tmpdir(), 'exchange-coverage-'));
  const reportFile = join(folder, 'lcov.info');
  const options = [
    ...['--ir-minimum', '--exclude-tests', '--no-match-contract', 'GasTest'],
    ...['--report', 'lcov', '--report-file', reportFile],
  ];
  const env = {
    ...{ FOUNDRY_PROFILE: 'coverage', OWN_BUILD: 'true' },
    FORGE_SNAPSHOT_CHECK: 'false',
  };
  try {
    const { status } = runForge('coverage', options, { stdio: 'inherit', env });
    return { status, report: status === 0 ? readFileSync(reportFile, 'utf8') : '' };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

writeArtifacts();
const { status, report } = testsWithCoverage();
if (status !== 0) process.exit(status ?? 1);
const files = linesByFile(report);

let [hit, found] = [0, 0];
for (const { file, lines: listed } of files) {
  const unseen = assemblyLines(file);
  const lines = listed.filter(({ line }) => !unseen.has(Number(line)));
  const missed = lines.filter(({ isHit }) => !isHit).map(({ line }) => line);
  const part = lines.length - missed.length;
  hit += part;
  found += lines.length;
  const told = missed.length === 0 ? '' : `, never run: ${missed.join(' ')}`;
  process.stdout.write(
    `${percent(part, lines.length).toFixed(1)} % ${file} (${part} of ${lines.length}${told})\n`,
  );
}
process.stdout.write(`${percent(hit, found).toFixed(2)} % of ${found} lines; at least ${LEAST_PERCENT} %\n`);
process.exit(found > 0 && percent(hit, found) >= LEAST_PERCENT ? 0 : 1);
