/** An example of a doc comment: an expression, and the expression that says its value. */
export interface Example {
  readonly expression: string;
  /** Undefined when the comment doesn't say it. */
  readonly value: string | undefined;
}

/**
 * The examples of a source text: what follows `@example` in a doc comment up to the next tag, each expression with its
 * value behind an arrow. A long one may go on in the next line.
 */
export function examplesIn(text: string): Example[] {
  const comments = [...text.matchAll(/\/\*\*([\s\S]*?)\*\//g)].map(([, inside = '']) =>
    inside.replace(/\n[ \t]*\* ?/g, '\n'),
  );
  const blocks = comments.flatMap((comment) => [
    ...comment.matchAll(/@example\s([\s\S]*?)(?=\n@|$(?![\s\S]))/g),
  ]);
  return blocks.flatMap(([, block = '']) => examplesOf(block));
}

function examplesOf(block: string): Example[] {
  const examples: Example[] = [];
  let begun: string[] = [];
  for (const line of block.split('\n')) {
    const [code = '', value] = line.split(' // → ', 2);
    begun.push(code.trim());
    if (value === undefined) continue;
    examples.push({ expression: begun.join(' ').trim(), value: value.trim() });
    begun = [];
  }
  const left = begun.join(' ').trim();
  return left === '' ? examples : [...examples, { expression: left, value: undefined }];
}

/** The value of an expression in which these names mean something. Throws what the expression throws. */
export function valueOf(expression: string, names: Readonly<Record<string, unknown>>): unknown {
  const evaluate = new Function(...Object.keys(names), `'use strict'; return (${expression});`) as (
    ...values: unknown[]
  ) => unknown;
  return evaluate(...Object.values(names));
}
