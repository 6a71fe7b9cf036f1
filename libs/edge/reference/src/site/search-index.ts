import MiniSearch from 'minisearch';

/** A place on the site that a search can find. */
export interface SearchEntry {
  /** Its address, anchor included. */
  readonly address: string;
  readonly page: string;
  readonly title: string;
  readonly text: string;
}

/** What a search found, with a piece of the text around the first word that was looked for. */
export interface SearchHit {
  readonly address: string;
  readonly page: string;
  readonly title: string;
  readonly excerpt: string;
}

const HITS_MAX = 30;
const EXCERPT_CHARACTERS = 180;

/** Finds sections by words, the beginnings of words, and words with a letter wrong. */
export class SearchIndex {
  private readonly entries: ReadonlyMap<string, SearchEntry>;
  private readonly index = new MiniSearch<SearchEntry>({
    idField: 'address',
    fields: ['title', 'page', 'text'],
    searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: 0.1, combineWith: 'AND' },
  });

  constructor(entries: readonly SearchEntry[]) {
    this.entries = new Map(entries.map((entry) => [entry.address, entry]));
    this.index.addAll(entries);
  }

  /** The best hits first, at most 30. */
  find(query: string): SearchHit[] {
    return this.index
      .search(query)
      .slice(0, HITS_MAX)
      .flatMap(({ id, terms }) => {
        const entry = this.entries.get(String(id));
        if (entry === undefined) return [];
        const { address, page, title, text } = entry;
        return [{ address, page, title, excerpt: excerptOf(text, terms) }];
      });
  }
}

function excerptOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0);
  const middle = places.length === 0 ? 0 : Math.min(...places);
  const start =
    middle < EXCERPT_CHARACTERS / 2 ? 0 : text.lastIndexOf(' ', middle - EXCERPT_CHARACTERS / 3) + 1;
  const piece = text.slice(start, start + EXCERPT_CHARACTERS);
  return `${start > 0 ? '… ' : ''}${piece}${start + EXCERPT_CHARACTERS < text.length ? ' …' : ''}`;
}
