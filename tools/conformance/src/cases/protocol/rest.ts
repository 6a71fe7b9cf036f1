import {
  BAR_PRECISIONS,
  config,
  CURRENCIES,
  failure,
  httpBookLine,
  httpTrade,
  list,
  listedHttp,
  members,
  name,
  oneOf,
  tokenInfo,
} from '@exchange/test/seed-client';
import { inSection } from '../../case';
import { falls, holds, is } from '../../expectations';
import { rawAnswer } from '../../strict/raw-http';

interface Line {
  readonly direction: 'BUY' | 'SELL';
  readonly rate: string;
}
interface Trade {
  readonly id: number;
  readonly timestamp: number;
}

const trades = (limit: number) => members({ trades: list(httpTrade), market: name, limit: oneOf(limit) });
interface Trades {
  readonly trades: readonly Trade[];
}

const http = inSection('HTTP endpoints');

export const restCases = [
  http('token-info by symbol and by contract answer the same token info object', async (world) => {
    const { symbol, contract, decimals } = world.market.traded;
    const bySymbol = await world.rest.data<{ decimals: number }>(
      `/token-info/by-symbol/${symbol}`,
      tokenInfo,
    );
    is(await world.rest.data(`/token-info/by-contract/${contract}`, tokenInfo), bySymbol, 'by contract');
    is(bySymbol.decimals, decimals, 'decimals');
    await world.rest.refusal('/token-info/by-symbol/NOSUCHTOKEN');
    await world.rest.refusal('/token-info/by-contract/0x123');
  }),
  http('the order book has buy lines, best first, followed by sell lines, best first', async (world) => {
    const path = `/market/${world.market.id}/orderbook`;
    for (const limit of ['', '?limit=20', '?limit=100']) {
      const lines = await world.rest.data<Line[]>(path + limit, list(httpBookLine));
      const buys = lines.filter(({ direction }) => direction === 'BUY');
      const sells = lines.slice(buys.length);
      holds(
        sells.every(({ direction }) => direction === 'SELL'),
        'buys must come before sells',
      );
      falls(
        buys.map(({ rate }) => Number(rate)),
        'rates of buys',
      );
      falls(
        sells.map(({ rate }) => -Number(rate)),
        'negated rates of sells',
      );
      const most = limit === '?limit=100' ? 100 : 20;
      holds(buys.length <= most && sells.length <= most, `at most ${most} lines on each side`);
    }
  }),
  http('the order book limit is 20 or 100; anything else is an error', async (world) => {
    for (const limit of ['21', '0', '-20', '20.5', 'x', '', '20&limit=20', '1e2']) {
      await world.rest.refusal(`/market/${world.market.id}/orderbook?limit=${limit}`);
    }
  }),
  http('trades are newest first, 20 unless a limit of at most 50 is given', async (world) => {
    const path = `/market/${world.market.id}/trades`;
    const first = await world.rest.data<Trades>(path, trades(20));
    falls(
      first.trades.map(({ id }) => id),
      'trade ids',
    );
    holds(first.trades.length <= 20, 'at most 20 by default');
    await world.rest.data(`${path}?limit=50`, trades(50));
    for (const limit of ['51', '0', '-1', '1.5', 'x']) await world.rest.refusal(`${path}?limit=${limit}`);
  }),
  http('trades page by before, and lie from … to, both inclusive', async (world) => {
    const path = `/market/${world.market.id}/trades`;
    const { trades: newest } = await world.rest.data<Trades>(`${path}?limit=50`, trades(50));
    const [first, second] = newest;
    holds(first !== undefined && second !== undefined, 'the run has made trades');
    const older = await world.rest.data<Trades>(`${path}?before=${first.id}&limit=1`, trades(1));
    is(older.trades[0]?.id, second.id, 'the trade before the newest');
    const range = `from=${second.timestamp}&to=${second.timestamp}`;
    const exact = await world.rest.data<Trades>(`${path}?${range}&limit=50`, trades(50));
    holds(
      exact.trades.some(({ id }) => id === second.id),
      'both ends are inclusive',
    );
    holds(
      exact.trades.every(({ timestamp }) => timestamp === second.timestamp),
      'and nothing else is there',
    );
    await world.rest.refusal(`${path}?from=${first.timestamp}&to=${first.timestamp - 1}`);
  }),
  http('listed has the tokens and markets of the interface', async (world) => {
    const listed = await world.rest.data<{ markets: object }>('/listed', listedHttp);
    for (const [id, { traded, quote }] of Object.entries(listed.markets) as [
      string,
      { traded: string; quote: string },
    ][]) {
      is(id, traded + quote, 'a market id');
    }
  }),
  http('config has the precisions, currencies, contract and network', async (world) => {
    const data = await world.rest.data<{
      barDataPrecisions: object;
      conversionCurrencies: object;
    }>('/config', config);
    is(data.barDataPrecisions, BAR_PRECISIONS, 'barDataPrecisions');
    is(Object.keys(data.conversionCurrencies).sort(), [...CURRENCIES].sort(), 'currency codes');
  }),
  inSection('Errors')('a failed HTTP request has a status other than 0 and a message', async (world) => {
    await world.rest.refusal('/market/NOSUCHMARKET/orderbook');
    await world.rest.refusal('/no-such-endpoint');
    await world.rest.refusal('/market/%00/trades');
  }),
  inSection('Errors')(
    'what no framework reads is answered in the envelope, with CORS, too',
    async (world) => {
      const path = '/rest/v1/listed';
      for (const [what, request] of [
        ['no Host', `GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`],
        ['no HTTP', 'HELLO\r\n\r\n'],
        ['a header that is too large', `GET ${path} HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`],
      ] as const) {
        const { httpStatus, headers, body } = await rawAnswer(world.options.rest, request);
        holds(httpStatus >= 400, `${what} is refused: ${httpStatus}`);
        failure(body, what);
        is(headers.get('access-control-allow-origin'), '*', `Access-Control-Allow-Origin for ${what}`);
      }
    },
  ),
  inSection('Errors')('a market of any length is unknown, not a bad request', async (world) => {
    for (const market of ['NOSUCHMARKET', 'X'.repeat(61), 'X'.repeat(500)]) {
      const { httpStatus, body } = await world.rest.answer(`/market/${market}/ticker`);
      is([httpStatus, (body as { status: number }).status], [404, 2], `of ${market.length} characters`);
    }
  }),
  http('a range in whole seconds holds all trades of its last second', async (world) => {
    const path = `/market/${world.market.id}/trades`;
    const { trades: newest } = await world.rest.data<Trades>(`${path}?limit=50`, trades(50));
    const second = Math.floor((newest[1]?.timestamp ?? 0) / 1000);
    const isOf = ({ timestamp }: Trade) => Math.floor(timestamp / 1000) === second;
    const range = await world.rest.data<Trades>(`${path}?from=${second}&to=${second}&limit=50`, trades(50));
    holds(range.trades.length > 0, 'trades of the second');
    is(
      range.trades.map(({ id }) => id),
      newest.filter(isOf).map(({ id }) => id),
      'ids',
    );
  }),
  http(
    'every listed token has a description, and no market is named like a conversion pair',
    async (world) => {
      const { tokens, markets } = world.listed;
      const pairs = CURRENCIES.map((code) => `ETH${code}`);
      for (const symbol of Object.keys(tokens)) {
        const { description } = await world.rest.data<{ description: string }>(
          `/token-info/by-symbol/${symbol}`,
          tokenInfo,
        );
        holds(description.length > 0, `the description of ${symbol}`);
      }
      is(
        Object.keys(markets).filter((id) => pairs.includes(id)),
        [],
        'markets named like a pair of ETH and a currency',
      );
    },
  ),
];
