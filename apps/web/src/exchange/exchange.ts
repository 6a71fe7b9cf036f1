import { ExchangeClient, type ConnectionState, RestClient, type SocketConstructor } from '@exchange/client';
import { EXCHANGE_MARKET, type ConfigObject, type Listed, type ListedMarket } from '@exchange/core/wire';
import { openKept } from '../account/kept';
import { openWays, type Ways } from '../account/ways';
import { openTrading, type PageTrading } from '../own/trading';
import { Cell } from './cell';
import { Following } from './following';
import { threadSockets } from './line/thread-socket';
import { Tickers } from './tickers';

export type ListedMarkets = Listed<ListedMarket>;

/** What the parts of the page have of an exchange that answered. */
export interface OpenExchange {
  readonly client: ExchangeClient;
  readonly config: ConfigObject;
  readonly following: Following;
  readonly tickers: Tickers;
  readonly listing: Cell<ListedMarkets>;
  readonly connection: Cell<ConnectionState>;
  /** Who the page trades for, and what that has. */
  readonly ways: Ways;
  /** What that does: its orders, and what is told of them. */
  readonly trading: PageTrading;
}

/** How the page stands with its exchange before anything of it can be shown. */
export type Opening =
  | { readonly kind: 'opening' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'open'; readonly exchange: OpenExchange };

const AGAIN_MS = 3_000;
/** The path of the websocket interface, which the client adds by itself. */
const WEBSOCKET_PATH = /\/ws\/v1\/?$/;

/** Opens the exchange that served the page, again and again until it answers; the page has one. */
export function openExchange(place: Pick<Location, 'origin'>): Cell<Opening> {
  const cell = new Cell<Opening>({ kind: 'opening' });
  const socket = threadSockets(
    () => new Worker(new URL('./line/line-thread.ts', import.meta.url), { type: 'module' }),
  );
  const tryOnce = (): void => {
    connect(place.origin, socket).then(
      (exchange) => cell.set({ kind: 'open', exchange }),
      (error: unknown) => {
        cell.set({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
        setTimeout(tryOnce, AGAIN_MS);
      },
    );
  };
  tryOnce();
  return cell;
}

async function connect(origin: string, socket: SocketConstructor): Promise<OpenExchange> {
  const config = await new RestClient(origin).config();
  // Where the operator says nothing, it is where the page is from.
  const url = (config.websocketUrl ?? origin.replace(/^http/, 'ws')).replace(WEBSOCKET_PATH, '');
  const kept = await openKept(config.chainId, config.contractAddress);
  const client = new ExchangeClient({ url, socket, store: kept.store, sessions: kept.sessions });
  const connection = new Cell<ConnectionState>(client.state);
  client.on('state', (state) => connection.set(state));
  client.on('fault', (fault) => console.error('what the exchange sent, or coming back to it, failed', fault));
  await client.connect();
  const listing = new Cell(client.listed);
  for (const event of ['listed', 'listings'] as const) client.on(event, ({ listed }) => listing.set(listed));
  const following = new Following(client);
  const tickers = new Tickers(client);
  for (const event of ['listings', 'tickers']) {
    following.want(EXCHANGE_MARKET, event, (reason) => {
      if (reason !== undefined) console.error(`${event} can't be followed: ${reason}`);
    });
  }
  const ways = openWays(client, config, kept);
  const trading = openTrading(client, (sign) => ways.account.signed(sign), listing);
  return { client, config, following, tickers, listing, connection, ways, trading };
}
