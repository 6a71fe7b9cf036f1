import { dataQueries, ledgerListing, marketReport } from '@exchange/contract/bus';
import { marketId } from '@exchange/core/kernel';
import { type BookLevel, type MarketEvent, marketEvent } from '@exchange/core/message';
import type { Bus } from '@exchange/platform';

export const MARKET = 'ETHDAI';
const FIRST_SELL = 480_001;

/** Sells above, buys below, one level beside the other. */
const rateKeyOf = (line: number, levels: number): { side: 'sell' | 'buy'; rateKey: number } =>
  line < levels
    ? { side: 'sell', rateKey: FIRST_SELL + line }
    : { side: 'buy', rateKey: FIRST_SELL - 1 - (line - levels) };

/** A line of the book with another amount. */
export const levelEvent = (line: number, levels: number, amount: number): MarketEvent =>
  marketEvent.read({
    kind: 'level',
    ...rateKeyOf(line, levels),
    amount: `${amount}000000000000000`,
    count: 1,
  });

/** Lists the market, and answers with its book as market-data would. */
export async function openBook({
  account,
  data,
  levels,
}: {
  account: Bus;
  data: Bus;
  levels: number;
}): Promise<void> {
  const listing = ledgerListing.examples[0]?.listing ?? { tokens: [], markets: [] };
  const [stream, subject] = ['LEDGER', ledgerListing.subject()] as const;
  await account.publishLog(stream, subject, [
    { seq: 1, data: ledgerListing.encode({ seq: 1, at: 1, listing }) },
  ]);
  const ticker = { rate: '0', change24h: '0', volumeTraded24h: '0', volumeQuote24h: '0' };
  const snapshot = {
    ...{ market: MARKET, seq: 0, trades: [], bars: [] },
    levels: Array.from(
      { length: 2 * levels },
      (_, line) => levelEvent(line, levels, 1) as unknown as BookLevel,
    ),
    ticker: { ...ticker, high24h: '0', low24h: '0' },
  };
  const { marketSnapshotQuery, ratesQuery } = dataQueries;
  await data.serve(marketSnapshotQuery.pattern, ({ respond }) =>
    respond(marketSnapshotQuery.encodeReply({ ok: true, value: snapshot as never })),
  );
  await data.serve(ratesQuery.pattern, ({ respond }) =>
    respond(ratesQuery.encodeReply({ ok: true, value: { rates: [] } })),
  );
}

/** Publishes the engine's reports of the market. */
export class Reports {
  published = 0;

  constructor(private readonly engine: Bus) {}

  async publish(events: readonly (readonly MarketEvent[])[]): Promise<void> {
    const messages = events.map((own) => {
      this.published += 1;
      const seq = this.published;
      return {
        seq,
        data: marketReport.encode({ seq, at: 1, market: marketId(MARKET), steps: [{ events: [...own] }] }),
      };
    });
    await this.engine.publishLog('MARKET', marketReport.subject(MARKET), messages);
  }
}
