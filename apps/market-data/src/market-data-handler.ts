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
import { takeListing } from './inbox/listing';
import { takeReport } from './inbox/market-report';
import { answerSnapshot } from './inbox/market-snapshot';
import { answerTrades } from './inbox/trades-query';
import { Markets } from './markets/markets';
import type { MarketView } from './markets/market-view';
import { tickerNotices } from './outbox/ticker';
import { loadMarkets } from './persistence/load';
import { RowChanges } from './persistence/row-changes';

const { marketSnapshotQuery, tradesQuery } = dataQueries;

/** Its own signal: the window of the last 24 hours has moved. */
export const WINDOW_MOVED = 'window_moved';

const isTradesQuery = (subject: string) =>
  subject.endsWith(tradesQuery.pattern.slice(tradesQuery.pattern.lastIndexOf('.')));

/** The turn of market data: reports in, tables and notices out, questions answered. */
export class MarketDataHandler implements TurnHandler {
  readonly reads: readonly LogRead[] = [
    { stream: 'LEDGER', filter: ledgerListing.pattern },
    { stream: 'MARKET', filter: marketReport.pattern },
  ];
  readonly serves = [marketSnapshotQuery.pattern, tradesQuery.pattern];
  readonly writes: readonly LogRead[] = [];
  #markets = new Markets();
  readonly #answers = new Map<IncomingRequest, Uint8Array>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async load(): Promise<void> {
    this.#markets = new Markets();
    await loadMarkets(this.database, this.clock, this.#markets);
  }

  async prepare(inputs: readonly TurnInput[]): Promise<void> {
    this.#answers.clear();
    const questions = inputs.flatMap((input) =>
      input.from === 'request' && isTradesQuery(input.request.subject) ? [input.request] : [],
    );
    await Promise.all(
      questions.map(async (request) => {
        this.#answers.set(request, await answerTrades(this.database, request.data));
      }),
    );
  }

  decide(inputs: readonly TurnInput[], at: number): Decision {
    const changes = new RowChanges();
    const replies: { request: IncomingRequest; data: Uint8Array }[] = [];
    const moved = new Set<MarketView>();
    for (const input of inputs) {
      switch (input.from) {
        case 'log':
          if (input.entry.subject !== ledgerListing.pattern) {
            moved.add(this.#markets.view(takeReport(this.#markets, changes, input.entry.data)));
            break;
          }
          takeListing(this.#markets, changes, input.entry.data);
          for (const view of this.#markets.all()) moved.add(view);
          break;
        case 'request':
          replies.push({ request: input.request, data: this.#answer(input.request, at) });
          break;
        case 'self':
          for (const view of this.#markets.all()) moved.add(view);
          break;
      }
    }
    return { changes: changes.all(), logs: [], notices: tickerNotices(moved, at), replies };
  }

  #answer(request: IncomingRequest, at: number): Uint8Array {
    if (!isTradesQuery(request.subject)) return answerSnapshot(this.#markets, request.data, at);
    return present(this.#answers.get(request), 'prepared answer');
  }
}
