import {
  type BarPrecision,
  type ConfigObject,
  type Envelope,
  type Listed,
  type RestBookLine,
  type RestMarketTicker,
  type RestSolvency,
  type ListedMarket,
  type RestTrades,
  type TickerView,
  type TokenView,
  REST_STATUS,
  type RestFailure,
} from '@exchange/core/wire';
import { ExchangeError, type ExchangeErrorCode } from '../exchange-error';

/** The codes of what the REST interface refuses (docs/interface, REST). */
const CODES: Readonly<Record<RestFailure, ExchangeErrorCode>> = {
  invalidParameter: 'INVALID_FIELD',
  unknownMarket: 'UNKNOWN_MARKET',
  unknownToken: 'UNKNOWN_TOKEN',
  noSuchRoute: 'UNKNOWN_COMMAND',
  rateLimited: 'RATE_LIMITED',
  unavailable: 'UNAVAILABLE',
  internal: 'UNKNOWN_ERROR',
};

/** Times in Unix seconds or ms, both inclusive; `before` is an id, exclusive. */
export interface TradesQuery {
  readonly from?: number;
  readonly to?: number;
  readonly before?: number;
  readonly limit?: number;
}

/** The read-only HTTP interface. Rejects with ExchangeError: a refusal, or CONNECTION_LOST when nobody answers. */
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
    const asked = `/rest/v1${path}${suffix}`;
    const { text, http, retryAfter } = await answerOf(`${this.#root}${path}${suffix}`, asked);
    const envelope = envelopeOf<T>(text, http, asked);
    if (envelope.status === 0) return envelope.data;
    const retryAfterMs = retryAfter === null ? undefined : Number(retryAfter) * 1000;
    throw new ExchangeError(codeOf(envelope.status), envelope.message, { asked, retryAfterMs });
  }
}

async function answerOf(
  url: string,
  asked: string,
): Promise<{ text: string; http: number; retryAfter: string | null }> {
  try {
    const response = await fetch(url);
    const { status: http, headers } = response;
    return { text: await response.text(), http, retryAfter: headers.get('retry-after') };
  } catch (cause) {
    throw new ExchangeError('CONNECTION_LOST', 'the REST interface does not answer', { asked, cause });
  }
}

function envelopeOf<T>(text: string, http: number, asked: string): Envelope<T> {
  try {
    return JSON.parse(text) as Envelope<T>;
  } catch (cause) {
    const sentence = `answer ${http} of the REST interface is no JSON`;
    throw new ExchangeError('UNKNOWN_ERROR', sentence, { asked, cause });
  }
}

function codeOf(status: number): ExchangeErrorCode {
  const failures = Object.keys(CODES) as RestFailure[];
  const failure = failures.find((one) => REST_STATUS[one].status === status);
  return failure === undefined ? 'UNKNOWN_ERROR' : CODES[failure];
}
