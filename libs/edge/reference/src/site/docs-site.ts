import { addressOf, SITE_PATH } from './address';
import script from './page.browser.js';
import { escapeHtml } from './escape-html';
import { type Frame, pageHtml } from './page-html';
import { PAGE_GROUPS, type PageGroup, type SourcePage } from './pages';
import { renderMarkdown, type RenderedPage } from './render-markdown';
import { type SearchHit, SearchIndex } from './search-index';
import style from './style.css';

/** Style and script of all pages. */
export const SITE_STYLE = style;
export const SITE_SCRIPT = script;

/** A search for more than this is cut: a page holds no longer words. */
export const QUERY_CHARACTERS_MAX = 100;

/** The pages of docs/interface as people read them at /docs. */
export class DocsSite {
  private readonly pages: ReadonlyMap<string, RenderedPage>;
  private readonly frame: Frame;
  private readonly index: SearchIndex;

  /** `name`: what the deployment is called. */
  constructor(name: string, groups: readonly PageGroup[] = PAGE_GROUPS) {
    const sources = groups.flatMap(({ pages }) => pages);
    this.pages = new Map(
      sources.map(({ file, markdown }) => [addressOf(file), renderMarkdown(markdown)] as const),
    );
    const linkOf = ({ file }: SourcePage) => ({
      address: addressOf(file),
      title: this.pages.get(addressOf(file))?.title ?? file,
    });
    this.frame = { name, groups: groups.map(({ title, pages }) => ({ title, pages: pages.map(linkOf) })) };
    this.index = new SearchIndex([...this.pages].flatMap(([address, page]) => entriesOf(address, page)));
  }

  /** Addresses of all pages, in reading order. */
  get addresses(): readonly string[] {
    return [...this.pages.keys()];
  }

  /** The page at this address, e.g. `/docs/orders`; undefined when there is none. */
  page(address: string): string | undefined {
    const page = this.pages.get(address);
    if (page === undefined) return undefined;
    const { title, html, sections } = page;
    return pageHtml(this.frame, { title, address, content: html, sections });
  }

  /** The page that shows what a search found. */
  searchPage(query: string): string {
    const text = [...query].slice(0, QUERY_CHARACTERS_MAX).join('').trim();
    const hits = text === '' ? [] : this.index.find(text);
    const content = `<h1>Search</h1>${summaryHtml(text, hits.length)}${hits.map(hitHtml).join('')}`;
    return pageHtml(this.frame, { title: 'Search', address: `${SITE_PATH}/search`, content, query: text });
  }
}

const entriesOf = (address: string, { title: page, sections }: RenderedPage) =>
  sections.map(({ title, anchor, text }) => ({
    address: anchor === '' ? address : `${address}#${anchor}`,
    ...{ page, title: title === '' ? page : title, text },
  }));

function summaryHtml(query: string, count: number): string {
  if (query === '') return '<p>Type a word, a command, an event or an error code.</p>';
  const found = count === 0 ? 'Nothing' : count === 1 ? 'One place' : `${count} places`;
  return `<p role="status">${found} for <b>${escapeHtml(query)}</b>.</p>`;
}

const hitHtml = ({ address, page, title, excerpt }: SearchHit): string =>
  `<section class="hit"><h2><a href="${address}">${escapeHtml(title)}</a></h2>` +
  `<p class="from">${escapeHtml(page)}</p><p>${escapeHtml(excerpt)}</p></section>`;
