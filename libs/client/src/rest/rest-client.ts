import type {
  BarPrecision,
  ConfigObject,
  Envelope,
  Listed,
  RestBookLine,
  RestMarketTicker,
  RestSolvency,
  ListedMarket,
  RestTrades,
  TickerView,
  TokenView,
} from '@exchange/core/wire';

/** A failure that the REST interface answered (docs/interface, REST): its status code and what would be right. */
export class RestError extends Error {
  override readonly name = 'RestError';

  constructor(
    readonly status: number,
    readonly http: number,
    message: string,
  ) {
    super(message);
  }
}

/** Times in Unix seconds or ms, both inclusive; `before` is an id, exclusive. */
export interface TradesQuery {
  readonly from?: number;
  readonly to?: number;
  readonly before?: number;
  readonly limit?: number;
}

/** The read-only HTTP interface. Rejects with RestError, or with what fetch throws when nobody answers. */
export class RestClient {
  readonly #root: string;

  /** `baseUrl`: root of the HTTP interface, e.g. `https://api.example.org`. */
  constructor(baseUrl: string) {
    this.#root = `${baseUrl.replace(/\/+$/, '')}/rest/v1`;
  }

  config(): Promise<ConfigObject> {
    return this.#get('/config');
  }

  listed(): Promise<Listed<ListedMarket>> {
    return this.#get('/listed');
  }

  tokenBySymbol(symbol: string): Promise<TokenView> {
    return this.#get(`/token-info/by-symbol/${encodeURIComponent(symbol)}`);
  }

  tokenByContract(contract: string): Promise<TokenView> {
    return this.#get(`/token-info/by-contract/${encodeURIComponent(contract)}`);
  }

  /** `limit` lines per side: buys best first, then sells best first. */
  orderBook(market: string, limit: 20 | 100 = 20): Promise<RestBookLine[]> {
    return this.#get(`/market/${encodeURIComponent(market)}/orderbook`, { limit });
  }

  /** Newest first. */
  trades(market: string, query: TradesQuery = {}): Promise<RestTrades> {
    return this.#get(`/market/${encodeURIComponent(market)}/trades`, { ...query });
  }

  ticker(market: string): Promise<TickerView> {
    return this.#get(`/market/${encodeURIComponent(market)}/ticker`);
  }

  /** What the contract has and owes, and what the ledger says, as of a final block. */
  solvency(): Promise<RestSolvency> {
    return this.#get('/solvency');
  }

  /** Every market, with its best bid and ask. */
  tickers(): Promise<RestMarketTicker[]> {
    return this.#get('/tickers');
  }

  /** Bars as the websocket shows them: [time, open, high, low, close, volume], newest first. */
  bars(market: string, precision: BarPrecision, from: number, to: number): Promise<number[][]> {
    return this.#get(`/market/${encodeURIComponent(market)}/bars`, { precision, from, to });
  }

  async #get<T>(path: string, query: Record<string, string | number | undefined> = {}): Promise<T> {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) parameters.set(name, String(value));
    }
    const suffix = parameters.size > 0 ? `?${parameters.toString()}` : '';
    const response = await fetch(`${this.#root}${path}${suffix}`);
    const envelope = await readEnvelope<T>(response);
    if (envelope.status !== 0) throw new RestError(envelope.status, response.status, envelope.message);
    return envelope.data;
  }
}

async function readEnvelope<T>(response: Response): Promise<Envelope<T>> {
  const text = await response.text();
  try {
    return JSON.parse(text) as Envelope<T>;
  } catch (cause) {
    throw new Error(`answer ${response.status} of the REST interface is no JSON`, { cause });
  }
}
