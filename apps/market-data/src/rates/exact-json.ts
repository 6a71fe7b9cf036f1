/** Strings and numbers of a JSON text; strings first, so that digits within them aren't numbers. */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON with each number as the text that stands there, since a float would change it. Throws a SyntaxError
 * when it is no JSON.
 */
export function parseExactJson(text: string): unknown {
  JSON.parse(text);
  return JSON.parse(
    text.replace(STRING_OR_NUMBER, (token) => (token.startsWith('"') ? token : `"${token}"`)),
  );
}

/** The text at a path of member names and indexes with points between them; undefined when there is none. */
export function textAt(value: unknown, path: string): string | undefined {
  let found = value;
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return typeof found === 'string' ? found : undefined;
}
