import { dataQueries, ledgerListing, marketReport } from '@exchange/contract/bus';
import { present } from '@exchange/core/kernel';
import type {
  Clock,
  Database,
  Decision,
  IncomingRequest,
  LogRead,
  TurnHandler,
  TurnInput,
} from '@exchange/platform';
import { answerBars } from './inbox/bars-query';
import { takeListing } from './inbox/listing';
import { takeReport } from './inbox/market-report';
import { answerSnapshot } from './inbox/market-snapshot';
import { answerRates } from './inbox/rates-query';
import { answerTrades } from './inbox/trades-query';
import { MarketViews } from './markets/markets';
import type { MarketView } from './markets/market-view';
import { barNotices } from './outbox/bars';
import { tickerNotices } from './outbox/ticker';
import { loadMarkets } from './persistence/load';
import { RateDesk } from './rates/rate-desk';
import { isRateSignal } from './rates/rate-signal';
import { RowChanges } from './persistence/row-changes';

const { barsQuery, marketSnapshotQuery, ratesQuery, tradesQuery } = dataQueries;

/** Its own signal: the window of the last 24 hours has moved. */
export const WINDOW_MOVED = 'window_moved';

const asks = (subject: string, { pattern }: { readonly pattern: string }) =>
  subject.endsWith(pattern.slice(pattern.lastIndexOf('.')));
/** Questions about what only the tables hold. */
const isAboutPast = (subject: string) => asks(subject, tradesQuery) || asks(subject, barsQuery);

/** The turn of market data: reports in, tables and notices out, questions answered. */
export class MarketDataHandler implements TurnHandler {
  readonly reads: readonly LogRead[] = [
    { stream: 'LEDGER', filter: ledgerListing.pattern },
    { stream: 'MARKET', filter: marketReport.pattern },
  ];
  readonly serves = [marketSnapshotQuery, tradesQuery, barsQuery, ratesQuery].map(({ pattern }) => pattern);
  readonly writes: readonly LogRead[] = [];
  #markets = new MarketViews();
  readonly #answers = new Map<IncomingRequest, Uint8Array>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly rates = new RateDesk(),
  ) {}

  async load(): Promise<void> {
    this.#markets = new MarketViews();
    await loadMarkets(this.database, this.clock, this.#markets);
    this.rates.list(this.#markets.tokens());
  }

  async prepare(inputs: readonly TurnInput[]): Promise<void> {
    this.#answers.clear();
    const questions = inputs.flatMap((input) =>
      input.from === 'request' && isAboutPast(input.request.subject) ? [input.request] : [],
    );
    await Promise.all(
      questions.map(async (request) => {
        this.#answers.set(request, await this.#answerPast(request));
      }),
    );
  }

  decide(inputs: readonly TurnInput[], at: number): Decision {
    const changes = new RowChanges();
    const replies: { request: IncomingRequest; data: Uint8Array }[] = [];
    const moved = new Set<MarketView>();
    let ratesMoved = false;
    for (const input of inputs) {
      switch (input.from) {
        case 'log':
          if (input.entry.subject !== ledgerListing.pattern) {
            moved.add(this.#markets.view(takeReport(this.#markets, changes, input.entry.data)));
            break;
          }
          takeListing(this.#markets, changes, input.entry.data);
          this.rates.list(this.#markets.tokens());
          for (const view of this.#markets.all()) moved.add(view);
          break;
        case 'request':
          replies.push({ request: input.request, data: this.#answer(input.request, at) });
          break;
        case 'self':
          if (isRateSignal(input.signal)) {
            this.rates.take(input.signal);
            ratesMoved = true;
            break;
          }
          for (const view of this.#markets.all()) moved.add(view);
          break;
      }
    }
    const notices = [...tickerNotices(moved, at), ...(ratesMoved ? this.rates.notices(at) : [])];
    for (const view of moved) {
      const bars = view.takeBars();
      changes.bars(view.market, bars);
      notices.push(...barNotices(view, bars));
    }
    return { changes: changes.all(), logs: [], notices, replies };
  }

  #answerPast({ subject, data }: IncomingRequest): Promise<Uint8Array> {
    return asks(subject, barsQuery)
      ? answerBars(this.database, this.#markets, data)
      : answerTrades(this.database, data);
  }

  #answer(request: IncomingRequest, at: number): Uint8Array {
    if (asks(request.subject, ratesQuery)) return answerRates(this.rates, request.data, at);
    if (!isAboutPast(request.subject)) return answerSnapshot(this.#markets, request.data, at);
    return present(this.#answers.get(request), 'prepared answer');
  }
}
