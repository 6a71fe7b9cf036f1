const COMPARISONS = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '==': '!=', '!=': '==' };
const ARITHMETIC = { '+': '-', '-': '+', '*': '+', '/': '*' };
const LOGIC = { '&&': '||', '||': '&&' };
const OPERATOR = / (<=|>=|==|!=|<|>|\+|-|\*|\/|&&|\|\|) /g;
const GUARD = /( nonReentrant| onlyRole\([^)]*\))/g;
const LITERAL = /(?<![\w.])(\d[\d_]*)(?![\w.]| hours| days)/g;
// Whole statements on one line that a careless hand could lose: checks, writes, events, calls.
const STATEMENT =
  /^\s+(?!\s|return\b|\w+ (memory |storage )?\w+ = |(uint|bytes|address|bool|mapping)\w*\b).*;$/;
const NOT_CODE = /^\s*(\/\/|\/\*|\*|import|pragma|using|event|error|struct|type |"|\}|\{|$)/;

/** Names of types in strings are not code; an operator in one would only change what is hashed for every test. */
const isCode = (text) => !NOT_CODE.test(text) && !text.includes('keccak256("') && !text.includes('"');

const swaps = (text, pattern, kind, changed) =>
  [...text.matchAll(pattern)].flatMap((match) => {
    const [whole, part] = match;
    const replacement = changed(part);
    if (replacement === undefined) return [];
    const at = match.index + whole.indexOf(part);
    return [{ kind, to: text.slice(0, at) + replacement + text.slice(at + part.length) }];
  });

/** Every change of one line that this house tries. A change that doesn't compile is left out by who runs it. */
const changesOf = (text) => [
  ...swaps(text, OPERATOR, 'comparison', (operator) => COMPARISONS[operator]),
  ...swaps(text, OPERATOR, 'arithmetic', (operator) => ARITHMETIC[operator]),
  ...swaps(text, OPERATOR, 'logic', (operator) => LOGIC[operator]),
  ...swaps(text, GUARD, 'guard removed', () => ''),
  ...swaps(text, LITERAL, 'literal', (digits) => String(BigInt(digits.replaceAll('_', '')) + 1n)),
  ...(STATEMENT.test(text) ? [{ kind: 'statement removed', to: '' }] : []),
];

/** All mutants of one source, in the order of its lines. */
export const mutantsOf = (file, source) =>
  source
    .split('\n')
    .flatMap((from, index) =>
      isCode(from) ? changesOf(from).map(({ kind, to }) => ({ file, line: index + 1, from, to, kind })) : [],
    );

/** The source with the mutant's line in place of the one that was there. */
export const mutated = (source, { line, to }) =>
  source
    .split('\n')
    .map((text, index) => (index + 1 === line ? to : text))
    .join('\n');

// As solc and forge tell of one: an error of JavaScript has no place in a source.
const COMPILER_ERROR =
  /(Error|Exception)( \(\d+\))?: [^\n]*\n+\s*--> |[Ss]tack too deep|too deep in the stack/;

/**
 * What a run of the tests says of a mutant. `broken`: nothing, because it ended in another way (a signal, a full disk, a
 * fault of the tool).
 */
export const verdictOf = ({ passed, text }) => {
  if (passed) return 'survived';
  if (/\[FAIL/.test(text)) return 'killed';
  return COMPILER_ERROR.test(text) ? 'not compiled' : 'broken';
};

/** A sequence of numbers in 0 … 1 that is the same for the same seed (mulberry32). */
const randomOf = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let word = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
  return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
};

/** The mutants in an order that depends on the seed alone (Fisher–Yates). */
export const shuffled = (mutants, seed) => {
  const random = randomOf(seed);
  const list = [...mutants];
  for (let index = list.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [list[index], list[other]] = [list[other], list[index]];
  }
  return list;
};
