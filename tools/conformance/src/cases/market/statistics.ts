import { BAR_PRECISIONS, type SeedConnection } from '@exchange/test/seed-client';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseUnits } from 'ethers';
import { inSection } from '../../case';
import { barsOf, type Decimals, tickerOf } from '../../exact/statistics';
import { falls, holds, is } from '../../expectations';
import type { ShownBar, HistoricalTrade, ShownTicker } from '../../packets';
import type { World } from '../../world';

const objects = inSection('Other websocket objects');
const commands = inSection('Websocket commands');
const PAGE = 50;
const QUIET_MS = 500;

interface Bars {
  readonly bars: readonly ShownBar[];
  readonly from: number;
  readonly to: number;
  readonly precision: string;
  readonly last: boolean;
}

const decimalsOf = ({ market }: World): Decimals => ({
  traded: market.traded.decimals,
  quote: market.quote.decimals,
});

/** All trades of the market, oldest first, page by page. */
async function allTrades(connection: SeedConnection, market: string): Promise<HistoricalTrade[]> {
  const trades: HistoricalTrade[] = [];
  for (;;) {
    const before = trades.at(-1)?.[0];
    const page = { market, limit: PAGE, ...(before === undefined ? {} : { before }) };
    const { message } = await connection.call({ c: 'getHistoricalTrades', ...page }, 'ht');
    const items = (message as { trades: HistoricalTrade[] }).trades;
    trades.push(...items);
    if (items.length < PAGE) return trades.reverse();
  }
}

export const statisticsCases = [
  objects('the ticker is what the trades of 24 hours say, by exact arithmetic', async (world) => {
    // Statistics follow the trades in a moment.
    await sleep(QUIET_MS);
    const connection = await world.connection();
    const trades = await allTrades(connection, world.market.id);
    const { message } = await connection.call({ c: 'getTicker', market: world.market.id }, 'ti');
    const [rate, change, traded, quote, high, low] = message as ShownTicker;
    const decimals = decimalsOf(world);
    const expected = tickerOf(trades, decimals, Date.now());
    holds(expected !== undefined && trades.length > 10, 'the run has made trades');
    is(
      { rate, change, traded, high, low },
      {
        rate: expected.rate,
        change: expected.change,
        traded: expected.traded,
        high: expected.high,
        low: expected.low,
      },
      'RATE, CHANGE_24H, VOLUME_TRADED_24H, HIGH_24H, LOW_24H',
    );
    const units = parseUnits(quote, decimals.quote);
    holds(
      units >= expected.quoteMin && units <= expected.quoteMax,
      `VOLUME_QUOTE_24H is between ${expected.quoteMin} and ${expected.quoteMax}: ${units}`,
    );
    connection.close();
  }),
  commands('getTicker understands source, the internal one only', async (world) => {
    const connection = await world.connection();
    const ask = { c: 'getTicker', market: world.market.id };
    const { message } = await connection.call(ask, 'ti');
    is((await connection.call({ ...ask, source: 'internal' }, 'ti')).message, message, 'the ticker');
    for (const source of ['index', 'mixed', 'other', 5]) {
      const text = await connection.refusal({ ...ask, source });
      holds(/^INVALID_FIELD: .*source/.test(text), `${source} is refused by name: ${text}`);
    }
    connection.close();
  }),
  ...Object.entries(BAR_PRECISIONS).map(([precision, seconds]) =>
    commands(`getBarData: bars of ${precision} are what the trades say, newest first`, async (world) => {
      const connection = await world.connection();
      const trades = await allTrades(connection, world.market.id);
      const to = Math.floor(Date.now() / 1000) + 1;
      const ask = { c: 'getBarData', from: 0, to, market: world.market.id, precision };
      const { channel, message } = await connection.call(ask, 'bd');
      const answer = message as Bars;
      is(channel, world.market.id, 'channel');
      is(
        [answer.from, answer.to, answer.precision, answer.last],
        [0, to, precision, true],
        'echoes, and that nothing is older',
      );
      is(answer.bars, barsOf(trades, seconds, decimalsOf(world)), 'the bars');
      falls(
        answer.bars.map(([time]) => time),
        'their times',
      );
      connection.close();
    }),
  ),
  commands(
    'getBarData understands source, the internal one only, and refuses other precisions',
    async (world) => {
      const connection = await world.connection();
      const to = Math.floor(Date.now() / 1000);
      const ask = { c: 'getBarData', from: to - 60, to, market: world.market.id, precision: '1m' };
      await connection.call({ ...ask, source: 'internal' }, 'bd');
      for (const source of ['index', 'mixed']) {
        const text = await connection.refusal({ ...ask, source });
        holds(/^INVALID_FIELD: .*source/.test(text), `${source} is refused by name: ${text}`);
      }
      await connection.refusal({ ...ask, precision: '2m' });
      await connection.refusal({ ...ask, from: to, to: to - 1 });
      connection.close();
    },
  ),
];
