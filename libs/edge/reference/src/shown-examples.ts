const SHOWN = /(<!-- (examples\/[a-z-]+\.mjs) -->\n\n```js\n)[^]*?(^```$)/gm;

/**
 * A page of docs/interface with the programs that it shows: under each comment such as `<!-- examples/deposit.mjs -->`
 * stands what that file holds, so that what people copy is what the tests run.
 */
export const withExamples = (page: string, read: (path: string) => string): string =>
  page.replace(SHOWN, (_, before: string, path: string, after: string) => before + read(path) + after);

/** The files that a page shows. */
export const shownExamples = (page: string): string[] =>
  [...page.matchAll(SHOWN)].map(([, , path]) => path ?? '');
