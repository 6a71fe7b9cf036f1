import { useEffect, useState } from 'react';
import type { BookLineView } from '@exchange/core/wire';
import { atMostEvery } from '../../exchange/pace';
import { useExchange } from '../../exchange/use-exchange';

/** Both sides of a book, best first. */
export interface BookSides {
  readonly buy: readonly BookLineView[];
  readonly sell: readonly BookLineView[];
}

/** Faster than this nobody follows a preview. */
const LOOK_MS = 250;
const EVENTS = [
  ...(['orderBookSnapshot', 'orderBookUpdate', 'sequencedBookSnapshot'] as const),
  ...(['sequencedBookUpdate', 'bookFault'] as const),
];

/** The book of a market that some part of the page follows; undefined while it isn't the exchange's. */
export function useBookSides(market: string): BookSides | undefined {
  const { client } = useExchange();
  const [sides, setSides] = useState<BookSides>();
  useEffect(() => {
    const look = () => {
      const book = client.book(market);
      setSides(book.isLive ? { buy: book.lines('buy'), sell: book.lines('sell') } : undefined);
    };
    const paced = atMostEvery(LOOK_MS, look);
    const stops = [
      ...EVENTS.map((name) =>
        client.on(name, (packet: { readonly market: string }) => {
          if (packet.market === market) paced.ask();
        }),
      ),
      client.on('disconnected', look),
    ];
    look();
    return () => {
      paced.stop();
      for (const stop of stops) stop();
    };
  }, [client, market]);
  return sides;
}
