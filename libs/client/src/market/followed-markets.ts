import type { Command, CommandName, CommandOf, ServerPacket } from '@exchange/core/wire';
import type { Timers } from '../timers';
import { marketPieces, Subscriptions } from '../connection/subscriptions';
import { ExchangeError } from '../exchange-error';
import { type BookFault, LocalBook } from './local-book';

type Subscribe = CommandOf<'subscribe'>;

/** What following markets needs of its client. */
export interface FollowPorts {
  readonly timers: Timers;
  /** Sends a command and gives the first packet of its answer. */
  request(command: Command): Promise<ServerPacket>;
  /** A book can't be believed, and was asked for again. */
  faulty(market: string, fault: BookFault): void;
  /** It couldn't be asked for again, or was wrong from its start. */
  failed(error: unknown): void;
}

/** A sequenced book is told to be quiet within 40 s; one that was silent for so long is lost (docs/interface, what else can happen). */
const STALE_MS = 60_000;
const LOOK_MS = 5_000;

interface Followed {
  readonly book: LocalBook;
  heardAt: number;
  isSequenced: boolean;
  /** Asked for: what comes before the answer belongs to the book before. */
  isAwaited: boolean;
}

/** What a client is subscribed to, and the books of it, which are dropped and taken anew over lost connections. */
export class FollowedMarkets {
  readonly #subscriptions = new Subscriptions();
  readonly #followed = new Map<string, Followed>();
  /** Plain books that a frame has changed: between its lines they are of no time. */
  readonly #touched = new Set<string>();
  #stopLooking: (() => void) | undefined;

  constructor(private readonly ports: FollowPorts) {}

  /** In as many commands as it takes; those that were taken before one is refused stay. */
  async subscribe(markets: readonly string[], events: readonly string[]): Promise<void> {
    for (const piece of marketPieces(markets, events)) {
      await this.#subscribe({ c: 'subscribe', markets: piece, events: [...events] });
      this.#subscriptions.add(piece, events);
      this.#look();
    }
  }

  unsubscribed(markets: readonly string[], events: readonly string[]): void {
    this.#subscriptions.remove(markets, events);
    for (const market of markets) {
      if (this.#subscriptions.bookOf(market) === undefined) this.#followed.get(market)?.book.clear();
    }
  }

  /** Subscribes to everything on a new connection. */
  async renew(): Promise<void> {
    for (const { markets, events } of this.#subscriptions.groups()) {
      for (const piece of marketPieces(markets, events)) {
        await this.#subscribe({ c: 'subscribe', markets: piece, events });
      }
    }
    this.#look();
  }

  /** The connection is lost: nothing is known of any book. */
  lost(): void {
    for (const one of this.#followed.values()) one.book.clear();
    this.#touched.clear();
    this.#stopLooking?.();
    this.#stopLooking = undefined;
  }

  /** The book of a market; empty until its snapshot arrives. */
  book(market: string): LocalBook {
    return this.#of(market).book;
  }

  /** Takes a packet of a book, and which command it answers; a look at a book is none of the one that is followed. */
  take(packet: ServerPacket, answered: CommandName | undefined): void {
    if (answered === 'getOrderBookSnapshot') return;
    switch (packet.event) {
      case 'orderBookSnapshot':
        this.#heard(packet.market, false).reset(packet.lines);
        this.#touched.add(packet.market);
        return;
      case 'orderBookUpdate':
        if (this.#of(packet.market).isAwaited) return;
        this.#heard(packet.market, false).apply(packet.line);
        this.#touched.add(packet.market);
        return;
      case 'sequencedBookSnapshot': {
        const fault = this.#heard(packet.market, true).start(packet);
        if (fault !== undefined) this.#wrongFromStart(packet.market, fault);
        return;
      }
      case 'sequencedBookUpdate': {
        if (packet.rid === undefined && this.#of(packet.market).isAwaited) return;
        const fault = this.#heard(packet.market, true).follow(packet);
        if (fault !== undefined) this.#faulty(packet.market, fault);
        return;
      }
      default:
        return;
    }
  }

  /** All packets of a frame were taken. */
  framed(): void {
    for (const market of this.#touched) if (this.book(market).isCrossed) this.#faulty(market, 'crossed');
    this.#touched.clear();
  }

  async #subscribe(command: Subscribe): Promise<void> {
    const isBook = command.events.some((event) => event.startsWith('book'));
    const asked = isBook ? command.markets.map((market) => this.#of(market)) : [];
    for (const one of asked) one.isAwaited = true;
    try {
      await this.ports.request(command);
    } catch (error) {
      for (const one of asked) one.isAwaited = false;
      throw error;
    }
  }

  #of(market: string): Followed {
    const known = this.#followed.get(market);
    if (known !== undefined) return known;
    const one = { book: new LocalBook(), heardAt: 0, isSequenced: false, isAwaited: false };
    this.#followed.set(market, one);
    return one;
  }

  #heard(market: string, isSequenced: boolean): LocalBook {
    const one = this.#of(market);
    one.heardAt = this.ports.timers.now();
    one.isSequenced = isSequenced;
    one.isAwaited = false;
    return one.book;
  }

  #wrongFromStart(market: string, fault: BookFault): void {
    this.book(market).clear();
    this.ports.failed(new ExchangeError('UNKNOWN_ERROR', `the book of ${market} is wrong at once: ${fault}`));
  }

  /** After a gap what is missing is asked for, else the whole book, which nobody may look at until it comes. */
  #faulty(market: string, fault: BookFault): void {
    const one = this.#of(market);
    const event = this.#subscriptions.bookOf(market);
    const after = fault === 'gap' ? one.book.seq : undefined;
    if (after === undefined) one.book.clear();
    one.book.isLive = false;
    this.ports.faulty(market, fault);
    if (event === undefined || one.isAwaited) return;
    one.isAwaited = true;
    this.#resume({ c: 'subscribe', markets: [market], events: [event] }, after).catch(this.ports.failed);
  }

  /** Subscribes, to a book after the SEQ that it has. An exchange of an older release knows none. */
  async #resume(command: Subscribe, after: number | undefined): Promise<void> {
    const [market] = command.markets;
    if (after === undefined || market === undefined) {
      await this.ports.request(command);
      return;
    }
    try {
      await this.ports.request({ ...command, after: { [market]: after } });
    } catch (error) {
      if (!(error instanceof ExchangeError) || error.code !== 'INVALID_FIELD') throw error;
      await this.ports.request(command);
    }
  }

  #look(): void {
    this.#stopLooking ??= this.ports.timers.after(LOOK_MS, () => {
      this.#stopLooking = undefined;
      const oldest = this.ports.timers.now() - STALE_MS;
      for (const [market, one] of this.#followed) {
        const isStale = one.book.isLive && one.isSequenced && one.heardAt < oldest;
        if (isStale && this.#subscriptions.bookOf(market) !== undefined) this.#faulty(market, 'stale');
      }
      this.#look();
    });
  }
}
