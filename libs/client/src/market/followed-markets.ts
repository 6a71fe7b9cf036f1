import type { Command, CommandOf, ServerPacket } from '@exchange/core/wire';
import { Subscriptions } from '../connection/subscriptions';
import { ExchangeError } from '../exchange-error';
import { LocalBook } from './local-book';

/** Sends a command and gives the first packet of its answer. */
type Request = (command: Command) => Promise<ServerPacket>;
type Subscribe = CommandOf<'subscribe'>;

/** What a client is subscribed to, and the books of it, which go on where they were over gaps and new connections. */
export class FollowedMarkets {
  private readonly subscriptions = new Subscriptions();
  private readonly books = new Map<string, LocalBook>();
  /** Markets whose book was asked for again. */
  private readonly asked = new Set<string>();

  /** @param failed told when a book could not be asked for again, or was wrong from its start */
  constructor(
    private readonly request: Request,
    private readonly failed: (error: unknown) => void,
  ) {}

  async subscribe(markets: string[], events: string[]): Promise<void> {
    await this.request({ c: 'subscribe', markets, events });
    this.subscriptions.add(markets, events);
  }

  unsubscribed(markets: readonly string[], events: readonly string[]): void {
    this.subscriptions.remove(markets, events);
  }

  /** Subscribes to everything on a new connection. */
  async renew(): Promise<void> {
    this.asked.clear();
    for (const group of this.subscriptions.groups()) await this.resume({ c: 'subscribe', ...group });
  }

  /** The book of a market; empty until its snapshot arrives. */
  book(market: string): LocalBook {
    const book = this.books.get(market) ?? new LocalBook();
    this.books.set(market, book);
    return book;
  }

  /** Takes a packet of a book; others are nothing to it. */
  take(packet: ServerPacket): void {
    switch (packet.event) {
      case 'orderBookSnapshot':
        return this.book(packet.market).reset(packet.lines);
      case 'orderBookUpdate':
        return this.book(packet.market).apply(packet.line);
      case 'sequencedBookSnapshot':
        this.asked.delete(packet.market);
        if (!this.book(packet.market).start(packet)) this.failed(wrongBook(packet.market));
        return;
      case 'sequencedBookUpdate':
        if (this.book(packet.market).follow(packet) === 'followed') this.asked.delete(packet.market);
        else this.askAgain(packet.market);
        return;
      default:
        return;
    }
  }

  /** After a gap for what is missing, and for everything when the book is wrong, which has no SEQ any more. */
  private askAgain(market: string): void {
    const event = this.subscriptions.bookOf(market);
    if (event === undefined || this.asked.has(market)) return;
    this.asked.add(market);
    this.resume({ c: 'subscribe', markets: [market], events: [event] }).catch(this.failed);
  }

  /** Subscribes, to books after the SEQ that they have. An exchange of an older release knows none. */
  private async resume(command: Subscribe): Promise<void> {
    const after = this.seqsOf(command);
    if (after === undefined) {
      await this.request(command);
      return;
    }
    try {
      await this.request({ ...command, after });
    } catch (error) {
      if (!(error instanceof ExchangeError) || error.code !== 'INVALID_FIELD') throw error;
      await this.request(command);
    }
  }

  private seqsOf({ markets }: Subscribe): Subscribe['after'] {
    const known = markets.flatMap((market): [string, number][] => {
      const seq = this.books.get(market)?.seq;
      return seq === undefined || this.subscriptions.bookOf(market) === undefined ? [] : [[market, seq]];
    });
    return known.length === 0 ? undefined : Object.fromEntries(known);
  }
}

const wrongBook = (market: string): ExchangeError =>
  new ExchangeError('UNKNOWN_ERROR', `the book of ${market} is not what its checksum says`);
