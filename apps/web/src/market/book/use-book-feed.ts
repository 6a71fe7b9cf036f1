import { useEffect, useState } from 'react';
import { useExchange } from '../../exchange/use-exchange';
import type { PageMarket } from '../page-market';
import { BookFeed } from './book-feed';

/** A market's book in this precision and depth, which all parts of a view look at: a connection has one of a market. */
export interface FollowedBook {
  /** Undefined for a moment, before it is followed. */
  readonly feed: BookFeed | undefined;
  /** Follows it anew, after a refusal. */
  readonly again: () => void;
}

/** Follows the book of this event, such as `book20d5`, while the part that calls it is there. */
export function useBookFeed({ id, tradedDecimals }: PageMarket, event: string): FollowedBook {
  const exchange = useExchange();
  const [feed, setFeed] = useState<BookFeed>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const own = new BookFeed(exchange, id, event, tradedDecimals);
    setFeed(own);
    return own.start();
  }, [exchange, id, event, tradedDecimals, tries]);
  return { feed, again: () => setTries(tries + 1) };
}
