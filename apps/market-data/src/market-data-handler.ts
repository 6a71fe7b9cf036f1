import { ledgerListing, marketReport, settlementNews } from '@exchange/contract/bus';
import type {
  Clock,
  Database,
  Decision,
  LogRead,
  PreparedInputs,
  Records,
  TurnHandler,
  TurnInput,
} from '@exchange/platform';
import type { DemoBars } from './demo-bars/demo-bars';
import { inbox } from './inbox';
import type { MarketDataInbox, MarketDataTurn } from './inbox/market-data-turn';
import { MarketViews } from './markets/markets';
import { barNotices } from './outbox/bars';
import { tickerNotices } from './outbox/ticker';
import { loadMarkets } from './persistence/load';
import { RowChanges } from './persistence/row-changes';
import { RateKeeper } from './rates/rate-keeper';

/** The turn of market data: reports in, tables and notices out, questions answered. */
export class MarketDataHandler implements TurnHandler<PreparedInputs<MarketDataInbox>> {
  readonly reads: readonly LogRead[] = [
    { stream: 'LEDGER', filter: ledgerListing.pattern },
    { stream: 'MARKET', filter: marketReport.pattern },
    { stream: 'SETTLEMENT', filter: settlementNews.pattern, joinsLate: true },
  ];
  readonly serves = inbox.requests;
  readonly writes: readonly LogRead[] = [];
  #markets = new MarketViews();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly rates = new RateKeeper(),
    private readonly demoBars?: DemoBars,
  ) {}

  async load(): Promise<void> {
    this.#markets = new MarketViews();
    await loadMarkets(this.database, this.clock, this.#markets);
    await this.demoBars?.load(this.database, this.#markets);
    this.rates.list(this.#markets.tokens());
  }

  prepare(inputs: readonly TurnInput[], records: Records) {
    return inbox.prepare(inputs, { records, hasDemoBars: this.demoBars !== undefined });
  }

  decide(prepared: PreparedInputs<MarketDataInbox>, at: number): Decision {
    const changes = new RowChanges();
    const moved: MarketDataTurn['moved'] = new Set();
    const { rates } = this;
    const turn: MarketDataTurn = { markets: this.#markets, rates, changes, moved, ratesMoved: false, at };
    const replies = inbox.decide(turn, prepared);
    this.demoBars?.makeNext(this.#markets, changes);
    const notices = [...tickerNotices(moved, at), ...(turn.ratesMoved ? rates.notices(at) : [])];
    for (const view of moved) {
      const bars = view.takeBars();
      changes.bars(view.market, bars);
      notices.push(...barNotices(view, bars));
    }
    return { changes: changes.all(), logs: [], notices, replies: replies(), lines: [] };
  }
}
