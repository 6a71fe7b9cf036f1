import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractsFolder } from './compiler.mjs';
import { runForge } from './run-forge.mjs';

// forge's linter on the sources of what is deployed: node contracts/lint.mjs. Each finding is mended, or answered in
// contracts/lint-answers.json with the reason; an answer to nothing is an error too.
const FOLDER = 'contracts/src';
const answers = JSON.parse(readFileSync(join(contractsFolder, 'lint-answers.json'), 'utf8'));
const answered = answers.flatMap(({ lint, lines }) =>
  Object.entries(lines).flatMap(([file, texts]) => texts.map((text) => `${lint} ${FOLDER}/${file}: ${text}`)),
);

const { stderr, stdout, status } = runForge('lint', [FOLDER, '--json'], { encoding: 'utf8' });
const diagnostics = `${stderr}\n${stdout}`
  .split('\n')
  .filter((line) => line.startsWith('{'))
  .map((line) => JSON.parse(line))
  .filter(({ $message_type: type }) => type === 'diagnostic');
if (diagnostics.length === 0) {
  process.stderr.write(`forge lint said nothing at all (code ${status}):\n${stderr}${stdout}\n`);
  process.exit(1);
}
const findings = diagnostics.map(({ code, spans: [span] }) => ({
  key: `${code?.code} ${span?.file_name}: ${span?.text[0]?.text.trim()}`,
  at: span?.line_start,
}));
const open = findings.filter(({ key }) => !answered.includes(key));
const idle = answered.filter((answer) => !findings.some(({ key }) => key === answer));
for (const { key, at } of open) process.stdout.write(`no answer, line ${at}: ${key}\n`);
for (const answer of idle) process.stdout.write(`an answer to nothing: ${answer}\n`);
process.stdout.write(`${findings.length} findings of forge lint, ${open.length} without an answer\n`);
process.exit(open.length + idle.length === 0 ? 0 : 1);
