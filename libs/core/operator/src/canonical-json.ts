import { assert } from '@exchange/core/kernel';

/** What an entry of the log may say: JSON whose only numbers are whole ones that JavaScript holds exactly. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/**
 * The one text of a value: members in the order of their names, no white space. Throws on what isn't {@link Json}.
 * @example
 * canonicalJson({ b: 1, a: ['x', null] }) // → '{"a":["x",null],"b":1}'
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    return `{${members.map(([name, member]) => `${textOf(name)}:${canonicalJson(member)}`).join(',')}}`;
  }
  if (typeof value === 'number') assert(Number.isSafeInteger(value), `not a whole number: ${value}`);
  if (typeof value === 'string') return textOf(value);
  assert(value === null || typeof value !== 'object', 'no JSON');
  const text = JSON.stringify(value) as string | undefined;
  assert(text !== undefined, 'no JSON');
  return text;
}

/** Half of a surrogate pair has no bytes in UTF-8, and would come back as another letter. */
const HALF_PAIR = /\p{Surrogate}/u;

function textOf(text: string): string {
  assert(!HALF_PAIR.test(text), 'the text is not well-formed Unicode');
  return JSON.stringify(text);
}
