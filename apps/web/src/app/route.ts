import { useSyncExternalStore } from 'react';

/** What the page shows, by the part of its address behind `#`; the server knows one page. */
export type Route =
  /** `market` is undefined where none is named: the first of the list. */
  | { readonly view: 'market'; readonly market: string | undefined }
  /** What the account has, and its ways in and out. */
  | { readonly view: 'funds' }
  | { readonly view: 'unknown' };

/** Reads the part behind `#`. */
export function parseRoute(hash: string): Route {
  const [view = '', name = '', ...more] = hash.replace(/^#\/?/, '').split('/');
  if (view === '' && name === '') return { view: 'market', market: undefined };
  if (view === 'funds' && name === '') return { view: 'funds' };
  if (view !== 'market' || name === '' || more.length > 0) return { view: 'unknown' };
  return { view: 'market', market: decoded(name) };
}

/** The address of a market's view, for links. */
export const marketAddress = (market: string): string => `#/market/${encodeURIComponent(market)}`;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const follow = (changed: () => void) => {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
};

export const useRoute = (): Route => parseRoute(useSyncExternalStore(follow, () => location.hash));
