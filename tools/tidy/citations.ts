/** Parts of docs/interface that a text cites, as in `docs/interface, order signatures`. */
export function citedParts(text: string): string[] {
  // A comment may go on in the next line.
  const joined = text.replace(/\n\s*(\*|\/\/)\s*/g, ' ');
  return [...joined.matchAll(/docs\/interface, ([A-Za-z0-9][A-Za-z0-9 -]*?)(?=[^A-Za-z0-9 -]|$)/g)].map(
    ([, part]) => (part ?? '').trim(),
  );
}

/** Headings of a Markdown page. */
export const headingsOf = (page: string): string[] =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => (heading ?? '').trim());
