import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { findProgram } from '../tools/find-program.mjs';
import { contractsFolder } from './compiler.mjs';

// Proves what contracts/model asserts, by solc's model checker (engine CHC) and z3: npm run contracts:prove
const require = createRequire(import.meta.url);
const solc = require('solc');
const SECONDS_A_QUESTION = 60;
const LIBRARIES = ['src/ExchangeCodes.sol', 'src/ExchangeTypes.sol', 'src/TradeRules.sol'];
const MODELS = ['TradeRulesModel', 'TransferModel'];
/** Must not be provable; else the rules contradict each other, and anything follows from them. */
const FALSEHOODS = [
  {
    model: 'TradeRulesModel',
    from: 'trade.makerFee <= trade.takerAmount',
    to: 'trade.makerFee < trade.takerAmount',
  },
  { model: 'TransferModel', from: '+ budget == sold', to: '== sold' },
];

const z3 = findProgram({
  ...{ name: 'z3', variable: 'Z3' },
  howTo: 'There is no z3 here. Get it with "sudo apt-get install z3", or name it: Z3=/path/to/z3',
});

const sourceOf = (name) => readFileSync(join(contractsFolder, name), 'utf8');

const asked = (query) => {
  const { stdout, error } = spawnSync(z3, ['-smt2', '-in', `-T:${SECONDS_A_QUESTION}`], {
    input: query,
    encoding: 'utf8',
  });
  if (error) return { error: String(error) };
  return { contents: stdout };
};

/** What solc says of the model's assertions, subtractions and additions. */
const checked = (model, change = (source) => source) => {
  const path = `model/${model}.sol`;
  const sources = Object.fromEntries(LIBRARIES.map((name) => [name, { content: sourceOf(name) }]));
  sources[path] = { content: change(sourceOf(path)) };
  const modelChecker = {
    ...{ contracts: { [path]: [model] }, engine: 'chc', solvers: ['smtlib2'] },
    ...{ targets: ['assert', 'underflow', 'overflow'], timeout: SECONDS_A_QUESTION * 1000 },
    ...{ showProvedSafe: true, showUnproved: true },
  };
  const input = { language: 'Solidity', sources, settings: { modelChecker, outputSelection: {} } };
  const { errors = [] } = JSON.parse(solc.compile(JSON.stringify(input), { smtSolver: asked }));
  const messages = errors.map(({ formattedMessage }) => formattedMessage);
  return {
    proved: messages.filter((message) => message.includes('check is safe')),
    open: messages.filter((message) => !message.includes('check is safe')),
  };
};

let failed = false;
for (const model of MODELS) {
  const { proved, open } = checked(model);
  const assertions = proved.filter((message) => message.includes('Assertion')).length;
  process.stdout.write(
    `${model}: ${proved.length} proved (${assertions} of them assertions), ${open.length} not\n`,
  );
  for (const message of open) process.stdout.write(`${message}\n`);
  failed ||= open.length > 0 || assertions === 0;
}
for (const { model, from, to } of FALSEHOODS) {
  const isRefused = checked(model, (source) => source.replace(from, to)).open.length > 0;
  process.stdout.write(`${model} with "${to}": ${isRefused ? 'not provable, as it should be' : 'PROVED'}\n`);
  failed ||= !isRefused;
}
process.exit(failed ? 1 : 0);
