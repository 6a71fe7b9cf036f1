import { RestClient } from '@exchange/client';
import { formatRate, rateKey } from '@exchange/core/kernel';
import { type Check, compareMaps, type Outcome } from './check';
import type { Moment } from '../../kit/running/moment';

const LINES = 100;
const TRIES = 15;
const PAUSE_MS = 100;

interface Level {
  readonly side: string;
  readonly rate_key: string;
  readonly amount: string;
  readonly count: string;
}

async function levelsNow(
  record: Moment,
  market: string,
): Promise<{ lines: Map<string, string>; seq: string }> {
  const rows = await record.rowsNow<Level & { seq: string }>(
    `SELECT side, rate_key, amount::text, count, seq FROM market_data.positions
     LEFT JOIN market_data.levels ON market = $1
     WHERE subject = 'market.v1.' || $1 ORDER BY rate_key`,
    [market],
  );
  const of = (side: string) => rows.filter((row) => row.side === side);
  const shown = [...of('buy').reverse().slice(0, LINES), ...of('sell').slice(0, LINES)];
  const lines = shown.map((row): [string, string] => [
    `${row.side.toUpperCase()} ${formatRate(rateKey(Number(row.rate_key)))}`,
    `${row.amount} in ${row.count}`,
  ]);
  return { lines: new Map(lines), seq: rows[0]?.seq ?? '0' };
}

/** One look at both; REST follows the market by itself, so a moment in between proves nothing. */
async function look(rest: RestClient, record: Moment, market: string): Promise<Outcome> {
  const before = await levelsNow(record, market);
  const book = await rest.orderBook(market, LINES);
  const shown = new Map(
    book.map((line) => [`${line.direction} ${line.rate}`, `${line.amount} in ${line.orderCount}`]),
  );
  const outcome = compareMaps(shown, before.lines);
  if (outcome.kind === 'wait' || outcome.differences.length === 0) return outcome;
  const after = await levelsNow(record, market);
  const { differences } = outcome;
  return after.seq === before.seq
    ? { kind: 'wait', why: 'REST shows another book', differences }
    : { kind: 'wait', why: 'the book moved between two looks' };
}

/** The order book that REST shows against market-data's levels. */
export const restCheck = (url: string, market: string): Check => ({
  name: `${market}: REST order book = levels`,
  async run(record) {
    const rest = new RestClient(url);
    let outcome = await look(rest, record, market);
    for (let tries = 1; tries < TRIES && outcome.kind === 'wait'; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      outcome = await look(rest, record, market);
    }
    return outcome;
  },
});
