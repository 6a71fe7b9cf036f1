/** The tables of docs/ONBOARDING that say which files to open, in order, to follow something. */
import type { SourceFile } from './rules';

export interface Stop {
  readonly file: string;
  /** What to look for there: a function, class, constant, or a function of the contract. */
  readonly name: string;
  /** The word by which it is reached when an earlier file doesn't say its name. */
  readonly by: string;
}

const row = /^\|\s*\d+\s*\|\s*`([^`]+)`\s*\|\s*`([^`]+)`\s*\|\s*`?([^|`]*?)`?\s*\|/;

/** The lines below a heading of the page, up to the next one. */
export function linesBelow(page: string, heading: string): string[] {
  const [, below = ''] = page.split(`\n### ${heading}\n`);
  const [section = ''] = below.split(/\n##+ /);
  return section.split('\n');
}

/** The stops below a heading of the page, in order. */
export function stopsBelow(page: string, heading: string): Stop[] {
  return linesBelow(page, heading).flatMap((line) => {
    const [, file, name, by = ''] = row.exec(line) ?? [];
    return file !== undefined && name !== undefined ? [{ file, name, by }] : [];
  });
}

const says = (text: string, word: string): boolean => new RegExp(`\\b${word}\\b`).test(text);

const defines = (text: string, name: string): boolean =>
  new RegExp(
    `\\b(function|const|class|interface|type|event) ${name}\\b|^\\s+(async |private |static )*${name}[(<]`,
    'm',
  ).test(text);

/**
 * What is wrong with a way: a file that isn't there, a name that it doesn't define, and a stop that no earlier file leads
 * to. An earlier file leads to it if it says the name, or the word by which it is reached, which must be in its file too; a
 * message of the bus leads from its writer to its readers; what the clock begins needs nobody.
 */
export function faultsOf(stops: readonly Stop[], files: readonly SourceFile[]): string[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const messages = files.filter(({ path }) => path.startsWith('libs/contract/bus/src/'));
  const seen: string[] = [];
  return stops.flatMap(({ file, name, by }, at) => {
    const text = texts.get(file);
    if (text === undefined) return [`${file} is missing`];
    const faults = defines(text, name) ? [] : [`${file} doesn't define ${name}`];
    const word = by || name;
    const isTold = by !== '' && messages.some((message) => defines(message.text, by));
    const isReached = at === 0 || by === 'the clock' || isTold || seen.some((one) => says(one, word));
    if (!isReached) faults.push(`nothing before ${file} says ${word}`);
    if (by !== '' && by !== 'the clock' && !says(text, by)) faults.push(`${file} doesn't say ${by}`);
    seen.push(text);
    return faults;
  });
}
