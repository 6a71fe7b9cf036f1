import { SITE_PATH } from './address';
import { escapeHtml } from './escape-html';
import type { PageSection } from './render-markdown';

/** What every page of the site shows around its content. */
export interface Frame {
  /** Name of the deployment. */
  readonly name: string;
  /** All pages in groups, as the contents list them. */
  readonly groups: readonly { readonly title: string; readonly pages: readonly PageLink[] }[];
}

export interface PageLink {
  readonly title: string;
  readonly address: string;
}

/** What stands in the frame. */
export interface FramedPage {
  readonly title: string;
  readonly address: string;
  /** HTML that needs no escaping any more. */
  readonly content: string;
  readonly sections?: readonly PageSection[];
  readonly query?: string;
}

/** What a page may load: the site's own style and script, and nothing else. It sends the search to the site alone. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const MACHINE_READABLE: readonly PageLink[] = [
  { title: 'openapi.json', address: '/openapi.json' },
  { title: 'asyncapi.json', address: '/asyncapi.json' },
];

/** A whole page: header with search, all pages beside it, its own contents, and what comes next. */
export function pageHtml(frame: Frame, page: FramedPage): string {
  const { title, content, sections = [] } = page;
  const head = `${escapeHtml(title)} · ${escapeHtml(frame.name)}`;
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${head}</title>` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<meta name="color-scheme" content="light dark">` +
    `<link rel="stylesheet" href="${SITE_PATH}/style.css">` +
    `<script src="${SITE_PATH}/page.js" defer></script></head><body>` +
    `<a class="skip" href="#content">Skip to the text</a>` +
    `${headerHtml(frame, page)}<div class="columns">${contentsHtml(sections)}` +
    `<main id="content" tabindex="-1">${content}${neighboursHtml(frame, page)}</main>` +
    `${pagesHtml(frame, page)}</div></body></html>\n`
  );
}

function headerHtml({ name }: Frame, { query = '' }: FramedPage): string {
  return (
    `<header><a class="home" href="${SITE_PATH}">${escapeHtml(name)}</a>` +
    `<a class="to-pages" href="#pages">All pages</a>` +
    `<form role="search" action="${SITE_PATH}/search"><label class="unseen" for="query">Search</label>` +
    `<input id="query" name="q" type="search" maxlength="100" placeholder="Search, e.g. timeInForce" ` +
    `value="${escapeHtml(query)}"><button>Search</button></form></header>`
  );
}

const linkHtml = ({ title, address }: PageLink, current?: string): string =>
  `<li><a href="${address}"${address === current ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`;

function pagesHtml({ groups }: Frame, { address }: FramedPage): string {
  const all = [...groups, { title: 'For programs', pages: MACHINE_READABLE }];
  const lists = all.map(
    ({ title, pages }) =>
      `<p>${escapeHtml(title)}</p><ul>${pages.map((page) => linkHtml(page, address)).join('')}</ul>`,
  );
  return `<nav id="pages" aria-label="All pages">${lists.join('')}</nav>`;
}

/** The page's own contents; a page with a single section needs none. */
function contentsHtml(sections: readonly PageSection[]): string {
  const titled = sections.filter(({ title }) => title !== '');
  if (titled.length < 2) return '<div class="contents"></div>';
  const items = titled.map(
    ({ title, anchor, depth }) =>
      `<li class="depth-${depth}"><a href="#${escapeHtml(anchor)}">${escapeHtml(title)}</a></li>`,
  );
  return (
    `<nav class="contents" aria-label="On this page"><details open><summary>On this page</summary>` +
    `<ul>${items.join('')}</ul></details></nav>`
  );
}

/** Links to the page before and the page after, in reading order. */
function neighboursHtml({ groups }: Frame, { address }: FramedPage): string {
  const pages = groups.flatMap((group) => group.pages);
  const at = pages.findIndex((page) => page.address === address);
  if (at < 0) return '';
  const link = (page: PageLink | undefined, rel: string, text: string) =>
    page === undefined
      ? ''
      : `<a rel="${rel}" href="${page.address}">${text}: <b>${escapeHtml(page.title)}</b></a>`;
  return (
    `<nav class="neighbours" aria-label="Previous and next page">` +
    `${link(pages[at - 1], 'prev', 'Before')}${link(pages[at + 1], 'next', 'Next')}</nav>`
  );
}
