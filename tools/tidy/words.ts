/** The words of the house: old ones that GLOSSARY has replaced, and one spelling. */
import ts from 'typescript';
import type { Code } from './code';
import type { SourceFile } from './rules';

interface OldWord {
  /** The parts of an identifier or file name, in lower case, one after the other. */
  readonly parts: readonly string[];
  readonly now: string;
}

/** What is no longer said in names, and what is. */
export const oldWords: readonly OldWord[] = [
  { parts: ['go', 'on'], now: 'resume' },
  { parts: ['goes', 'on'], now: 'resumes' },
  { parts: ['surroundings'], now: 'deps' },
  { parts: ['worth'], now: 'value' },
  { parts: ['worths'], now: 'values' },
  { parts: ['usual'], now: 'plain, or default' },
  { parts: ['unusual'], now: 'conditional' },
  { parts: ['around'], now: 'deps' },
  { parts: ['leave', 'at'], now: 'expiresAt' },
  { parts: ['leaves', 'at'], now: 'expiresAt' },
  { parts: ['leave', 'time'], now: 'expiresAt' },
  { parts: ['cancelled'], now: 'canceled' },
  { parts: ['cancelling'], now: 'canceling' },
];

/** Names that keep an old word, and why. */
const kept: Readonly<Record<string, string>> = {
  OrderCancelled: 'an event of the contract',
  ExitCancelled: 'an event of the contract',
  Cancelled: 'an event of the timelock',
  CANCELLED: "a code of the contract's trades",
  CANCELLER_ROLE: 'a role of the timelock',
  order_cancelled: 'stored in logs and public',
  exit_cancelled: 'stored in logs',
  order_cancelled_on_chain: 'stored in logs',
  worths: 'a member of RATE_SOURCES, which operators write',
};

/** JSON as it was stored has the words of its release. */
const EXCEPTED = [/^tools\/tidy\//, /^libs\/contract\/bus\/src\/logs\//, /^tools\/replay\/src\/replay\.test/];
const isExcepted = (path: string): boolean => EXCEPTED.some((pattern) => pattern.test(path));

/** The parts of a name in any case: `leaveAt`, `LEAVE_AT` and `leave-at` have the same. */
export const partsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.toLowerCase())
    .filter((part) => part !== '');

function oldWordIn(name: string): OldWord | undefined {
  if (Object.hasOwn(kept, name)) return undefined;
  const parts = partsOf(name);
  return oldWords.find((old) =>
    parts.some((_, at) => old.parts.every((part, index) => parts[at + index] === part)),
  );
}

const sentence = (path: string, name: string, { now }: OldWord) => `${path}: ${name}: the word is ${now}`;

/** Identifiers, and names of files and folders, that have an old word. */
export function oldNames(code: Code, files: readonly SourceFile[]): string[] {
  const inPaths = files.flatMap(({ path }) => {
    const old = isExcepted(path) ? undefined : path.split('/').map(oldWordIn).find(Boolean);
    return old ? [sentence(path, 'its name', old)] : [];
  });
  const inCode = [...code.values()].flatMap(({ path, tree }) => {
    if (isExcepted(path)) return [];
    return [...identifiersOf(tree)].flatMap((name) => {
      const old = oldWordIn(name);
      return old ? [sentence(path, name, old)] : [];
    });
  });
  return [...inPaths, ...inCode];
}

function identifiersOf(tree: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return names;
}

const doubled = /\w*cancell(?:ed|ing|er)\w*/gi;

/** American spelling has one l: canceled, canceling, but cancellation. In code, comments and pages. */
export function doubledLetters({ path, text }: SourceFile): string[] {
  if (isExcepted(path) || path.includes('/generated/')) return [];
  return [...text.matchAll(doubled)]
    .map(([word]) => word)
    .filter((word) => !Object.hasOwn(kept, word))
    .map((word) => `${path}: ${word} has an l too many`);
}
