import type { Chapter, Section, Table } from './section';

const STYLE =
  'body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#222}' +
  'table{border-collapse:collapse;margin:.5rem 0}td,th{border:1px solid #ccc;padding:.2rem .6rem;text-align:left;' +
  'vertical-align:top}pre,code{font:13px/1.4 ui-monospace,monospace;background:#f4f4f4}pre{padding:.6rem;overflow:auto}' +
  'nav a{margin-right:1rem}h3{margin-top:2rem}';

/** What a page of ours may load: its own style, and nothing else. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A page of the reference: one file without scripts. Links are [text, address]. */
export function htmlPage(
  title: string,
  links: readonly (readonly [string, string])[],
  chapters: readonly Chapter[],
): string {
  const nav = links.map(([text, address]) => `<a href="${escaped(address)}">${escaped(text)}</a>`).join('');
  const body = chapters.map(chapterHtml).join('\n');
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>` +
    `<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head>` +
    `<body><nav>${nav}</nav><h1>${escaped(title)}</h1>\n${body}\n</body></html>\n`
  );
}

const chapterHtml = ({ title, text, sections }: Chapter): string =>
  `<h2 id="${anchor(title)}">${escaped(title)}</h2><p>${marked(text)}</p>${sections.map(sectionHtml).join('\n')}`;

function sectionHtml({ title, text, tables, example }: Section): string {
  const shown = example === undefined ? '' : `<pre>${escaped(example)}</pre>`;
  const paragraphs = text.map((one) => `<p>${marked(one)}</p>`).join('');
  return `<h3 id="${anchor(title)}">${escaped(title)}</h3>${paragraphs}${tables.map(tableHtml).join('')}${shown}`;
}

function tableHtml({ head, rows }: Table): string {
  const line = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${marked(cell)}</${tag}>`).join('')}</tr>`;
  return `<table>${line(head, 'th')}${rows.map((row) => line(row, 'td')).join('')}</table>`;
}

const anchor = (title: string): string => title.replace(/[^A-Za-z0-9]+/g, '-');

/** Text in which `…` is code. */
const marked = (text: string): string => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0) ?? 0};`);
