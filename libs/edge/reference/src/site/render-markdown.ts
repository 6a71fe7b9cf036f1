import GithubSlugger from 'github-slugger';
import { Marked, type RendererObject, type Token, type Tokens } from 'marked';
import { linkTarget } from './address';
import { escapeHtml } from './escape-html';

/** What stands below a heading, up to the next one. */
export interface PageSection {
  readonly title: string;
  /** Without `#`; empty for what comes before the first heading. */
  readonly anchor: string;
  /** 2 for a chapter, 3 for a part of one. */
  readonly depth: number;
  /** Without the marks of Markdown, for the search. */
  readonly text: string;
}

/** A page as the site shows it. */
export interface RenderedPage {
  readonly title: string;
  readonly html: string;
  readonly sections: readonly PageSection[];
}

/** Deeper headings are part of the text. */
const SECTION_DEPTH_MAX = 3;

/** Renders a page of docs/interface: headings become anchors, and each cell of a table knows its column's name. */
export function renderMarkdown(markdown: string): RenderedPage {
  const marked = new Marked({ gfm: true });
  const tokens = marked.lexer(markdown);
  const anchors = anchorsOf(tokens);
  marked.use({ renderer: rendererOf(anchors) });
  const [title] = tokens.filter((token) => isHeading(token)).map(({ text }) => plainText(text));
  return { title: title ?? '', html: marked.parser(tokens), sections: sectionsOf(tokens, anchors) };
}

type Anchors = ReadonlyMap<Token, string>;

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';

/** Headings by the rules of repository hosts, so that a link leads to the same place here and there. */
function anchorsOf(tokens: readonly Token[]): Anchors {
  const slugger = new GithubSlugger();
  const headings = tokens.filter((token) => isHeading(token));
  return new Map(headings.map((token) => [token, slugger.slug(plainText(token.text))]));
}

function sectionsOf(tokens: readonly Token[], anchors: Anchors): PageSection[] {
  const sections = [{ title: '', anchor: '', depth: 1, texts: [] as string[] }];
  for (const token of tokens) {
    if (!isHeading(token)) sections.at(-1)?.texts.push(token.type === 'html' ? '' : plainText(token.raw));
    else if (token.depth > 1 && token.depth <= SECTION_DEPTH_MAX) {
      const { depth, text } = token;
      sections.push({ title: plainText(text), anchor: anchors.get(token) ?? '', depth, texts: [] });
    }
  }
  return sections.map(({ texts, ...section }) => ({ ...section, text: texts.filter(Boolean).join(' ') }));
}

function plainText(markdown: string): string {
  const withoutLinks = markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return withoutLinks
    .replace(/[`*|]+|^-{3,}$/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const rendererOf = (anchors: Anchors): RendererObject<string, string> => ({
  heading(token: Tokens.Heading): string {
    const { depth } = token;
    const inner = this.parser.parseInline(token.tokens);
    if (depth === 1) return `<h1>${inner}</h1>\n`;
    const anchor = escapeHtml(anchors.get(token) ?? '');
    return `<h${depth} id="${anchor}"><a href="#${anchor}">${inner}</a></h${depth}>\n`;
  },
  table({ header, rows }: Tokens.Table): string {
    const inner = ({ tokens }: Tokens.TableCell) => this.parser.parseInline(tokens);
    const head = header.map((cell) => `<th role="columnheader" scope="col">${inner(cell)}</th>`);
    const labels = header.map(({ text }) => escapeHtml(plainText(text)));
    const body = rows.map((row) => {
      const cells = row.map((cell, at) => `<td role="cell" data-label="${labels[at]}">${inner(cell)}</td>`);
      return `<tr role="row">${cells.join('')}</tr>`;
    });
    // On small screens the style takes rows and cells apart, which would take their roles away too.
    return (
      `<table role="table"><thead role="rowgroup"><tr role="row">${head.join('')}</tr></thead>` +
      `<tbody role="rowgroup">${body.join('\n')}</tbody></table>\n`
    );
  },
  code: ({ text }: Tokens.Code): string => `<pre><code>${escapeHtml(text)}</code></pre>\n`,
  link({ href, tokens }: Tokens.Link): string {
    const inner = this.parser.parseInline(tokens);
    const target = linkTarget(href);
    return target === undefined ? inner : `<a href="${escapeHtml(target)}">${inner}</a>`;
  },
  // The only HTML in the pages are comments for those who edit them.
  html: () => '',
});
