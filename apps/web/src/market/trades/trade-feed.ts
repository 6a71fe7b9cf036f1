import type { PublicTradeView } from '@exchange/core/wire';
import { Cell } from '../../exchange/cell';
import type { OpenExchange } from '../../exchange/exchange';
import { atMostEvery } from '../../exchange/pace';

/** The trades of a market, newest first, and how they stand. */
export type ShownTrades =
  | { readonly kind: 'loading' }
  | { readonly kind: 'known'; readonly isLive: boolean; readonly trades: readonly PublicTradeView[] }
  | { readonly kind: 'failed'; readonly reason: string };

/** More are in the history. */
const TRADES_MAX = 500;
/** Faster than this nobody reads rows. */
const SHOWN_MS = 200;

/** Follows the public trades of a market until it is closed. */
export class TradeFeed {
  readonly cell = new Cell<ShownTrades>({ kind: 'loading' });
  #newest: readonly PublicTradeView[] = [];
  #waiting: PublicTradeView[] = [];
  readonly #stops: (() => void)[];

  constructor({ client, following }: Pick<OpenExchange, 'client' | 'following'>, market: string) {
    const paced = atMostEvery(SHOWN_MS, () => this.#show(true));
    this.#stops = [
      () => paced.stop(),
      client.on('tradeSnapshot', (packet) => {
        if (packet.market !== market) return;
        this.#newest = packet.trades;
        this.#waiting = [];
        this.#show(true);
      }),
      client.on('trade', (packet) => {
        if (packet.market !== market) return;
        this.#waiting.push(packet.trade);
        paced.ask();
      }),
      client.on('disconnected', () => {
        if (this.cell.get().kind === 'known') this.#show(false);
      }),
      following.want(market, 'trades', (reason) => {
        if (reason !== undefined) this.cell.set({ kind: 'failed', reason });
      }),
    ];
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }

  #show(isLive: boolean): void {
    this.#newest = [...this.#waiting.reverse(), ...this.#newest].slice(0, TRADES_MAX);
    this.#waiting = [];
    this.cell.set({ kind: 'known', isLive, trades: this.#newest });
  }
}
