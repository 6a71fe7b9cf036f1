import type { OpenExchange } from '../../exchange/exchange';
import { type BookRows, bookRows, NO_ROWS } from './book-rows';

/** How a book stands: not there yet, as the exchange has it now, as it was before it was lost, or refused. */
export type BookState =
  | { readonly kind: 'loading' | 'live' | 'stale' }
  | { readonly kind: 'failed'; readonly reason: string };

const EVENTS = [
  ...(['orderBookSnapshot', 'orderBookUpdate', 'sequencedBookSnapshot'] as const),
  ...(['sequencedBookUpdate', 'bookFault'] as const),
];

type FeedExchange = Pick<OpenExchange, 'client' | 'following'>;

/** Who looks at a book. */
export interface BookListener {
  /** A packet of the book came. */
  changed?(): void;
  /** It stands otherwise than before. */
  entered?(): void;
}

/** One market's book as rows, for as long as somebody looks at it. What was known is kept, marked, while it is lost. */
export class BookFeed {
  state: BookState = { kind: 'loading' };
  #rows: BookRows = NO_ROWS;
  #isOld = false;
  #stops: (() => void)[] = [];
  readonly #listeners = new Set<BookListener>();

  /** `event`: such as `book20d5`; `decimals` of the traded token. */
  constructor(
    private readonly exchange: FeedExchange,
    private readonly market: string,
    private readonly event: string,
    private readonly decimals: number,
  ) {}

  /** Follows the book until the returned function is called. */
  start(): () => void {
    const { client, following } = this.exchange;
    const look = () => {
      this.#look();
      for (const { changed } of this.#listeners) changed?.();
    };
    this.#stops = [
      ...EVENTS.map((name) =>
        client.on(name, (packet: { readonly market: string }) => {
          if (packet.market === this.market) look();
        }),
      ),
      client.on('disconnected', look),
      following.want(this.market, this.event, (reason) => {
        if (reason !== undefined) this.#enter({ kind: 'failed', reason });
      }),
    ];
    return () => {
      for (const stop of this.#stops) stop();
    };
  }

  /** Tells this one until the returned function is called. */
  listen(listener: BookListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Computed when somebody looks, not when something changes. */
  get rows(): BookRows {
    const book = this.exchange.client.book(this.market);
    if (this.#isOld && book.isLive) {
      const lines = { buy: book.lines('buy'), sell: book.lines('sell') };
      this.#rows = bookRows(lines, this.decimals);
      this.#isOld = false;
    }
    return this.#rows;
  }

  #look(): void {
    const { isLive } = this.exchange.client.book(this.market);
    this.#isOld ||= isLive;
    if (isLive) this.#enter({ kind: 'live' });
    else this.#enter({ kind: this.#rows === NO_ROWS ? 'loading' : 'stale' });
  }

  #enter(state: BookState): void {
    const isOther = state.kind !== this.state.kind;
    this.state = state;
    if (!isOther) return;
    for (const { entered } of this.#listeners) entered?.();
  }
}
