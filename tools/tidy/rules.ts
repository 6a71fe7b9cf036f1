/** The rules of the repository that no linter knows: each takes what it judges and returns what is wrong with it. */

/** A file of the repository: its path from the root with forward slashes, and its text ('' if it isn't text). */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

export type Rule = (file: SourceFile) => string[];

const isGenerated = (path: string): boolean => path.includes('/generated/') || path === 'package-lock.json';
const isCode = (path: string): boolean => /\.(ts|tsx|mjs|sol)$/.test(path) && !isGenerated(path);
const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
// The rules and their tests spell out what they refuse.
const isTidy = (path: string): boolean => path.startsWith('tools/tidy/');

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const shouted = /^[A-Z][A-Z_]*$/;
const pascal = /^[A-Z][A-Za-z0-9]*$/;
const namedByTheirTool = new Set(['Dockerfile', 'Chart.yaml', '_helpers.tpl']);

/** File and folder names are kebab-case; README and the like are upper case, Solidity files are named as their contract. */
export const kebabCaseNames: Rule = ({ path }) =>
  path
    .split('/')
    .filter((segment) => {
      if (segment.startsWith('.') || namedByTheirTool.has(segment)) return false;
      const [stem = '', ...endings] = segment.split('.');
      if (segment.endsWith('.sol')) return !pascal.test(stem);
      return !(kebab.test(stem) || shouted.test(stem)) || endings.some((ending) => !kebab.test(ending));
    })
    .map((segment) => `${path}: ${segment} is not kebab-case`);

const emptyWords = new Set(['shared', 'common', 'util', 'utils', 'helper', 'helpers', 'misc']);

/** No folder or file has a name that says nothing. */
export const tellingNames: Rule = ({ path }) =>
  path
    .split('/')
    .filter((segment) => emptyWords.has(segment.split('.')[0] ?? ''))
    .map((segment) => `${path}: ${segment} says nothing about what is inside`);

export const linesMax = 400;

/** No source file is longer than 400 lines. */
export const shortFiles: Rule = ({ path, text }) => {
  const lines = text.replace(/\n$/, '').split('\n').length;
  return isCode(path) && lines > linesMax ? [`${path}: ${lines} lines, more than ${linesMax}`] : [];
};

function matchingLines({ path, text }: SourceFile, pattern: RegExp, why: string): string[] {
  return text
    .split('\n')
    .flatMap((line, at) =>
      pattern.test(line) ? [`${path}:${at + 1}: ${why}: ${line.trim().slice(0, 100)}`] : [],
    );
}

/** What is left to do stands with its reason, TODO(reason), or nowhere. */
export const reasonedTodos: Rule = (file) =>
  isCode(file.path) && !isTidy(file.path)
    ? matchingLines(file, /\b(TODO|FIXME)\b(?!\([^)]{8,}\))/, 'a TODO without a reason')
    : [];

const statement = [
  /(import|export) .* from ['"]/,
  /(const|let|var) [\w{}[\], ]+ = /,
  /(return|throw|await)\b.*;$/,
  /(if|for|while|switch) \(.*\) \{$/,
  /(export )?(async )?function \w+\(/,
  /[\w.]+\([^)]*\);$/,
  /[\w.[\]]+ = .+;$/,
  /\}( else \{|\)?;?)?$/,
];
const commentedOut = new RegExp(`^\\s*//+\\s*(${statement.map((one) => one.source).join('|')})`);

/** Code that doesn't run is deleted, not commented out. */
export const noCommentedOutCode: Rule = (file) =>
  isCode(file.path) && !isTidy(file.path) ? matchingLines(file, commentedOut, 'commented-out code') : [];

/** Every test runs. */
export const everyTestRuns: Rule = (file) =>
  isTest(file.path) && !isTidy(file.path)
    ? matchingLines(
        file,
        /\b(it|test|describe)(\.\w+)*\.(only|skip|todo|failing)\b|\b(xit|xtest|xdescribe|fit|fdescribe)\(/,
        'a test that is left out or runs alone',
      )
    : [];

const machinePath = /(?<![\w.$}*-])\/(work|root|home\/\w+)\//;
// No folder here may have this name, so a path through one leads out of the repository.
const outsidePath = /(?<![\w-])shared\/[a-z]/;
const registryHost =
  /\bregistry\.(npmjs|yarnpkg|[\w-]+\.(internal|local))\b|\bnpm\.pkg\.github\b|localhost:4873/;

/** Nothing in the repository knows the machine on which it was written. */
export const noMachinePaths: Rule = (file) =>
  isTidy(file.path)
    ? []
    : [
        ...matchingLines(file, machinePath, 'a path of one machine'),
        ...matchingLines(file, outsidePath, 'a path outside the repository'),
        ...matchingLines(file, registryHost, 'the host of a registry'),
      ];

export const rules: Record<string, Rule> = {
  'names are kebab-case': kebabCaseNames,
  'names tell what is inside': tellingNames,
  [`source files have at most ${linesMax} lines`]: shortFiles,
  'a TODO has a reason': reasonedTodos,
  'no code is commented out': noCommentedOutCode,
  'every test runs': everyTestRuns,
  'nothing names a machine or a registry': noMachinePaths,
};
