import { expect, it } from '@jest/globals';
import type { StrictMarket } from './market';

const PAGE = 2;

/** All items of a history, page by page, by the id of the last one. */
async function allPages<T extends { readonly id: number }>(
  page: (fields: { limit: number; before?: number }) => Promise<readonly T[]>,
): Promise<T[]> {
  const all: T[] = [];
  for (;;) {
    const before = all.at(-1)?.id;
    const items = await page({ limit: PAGE, ...(before === undefined ? {} : { before }) });
    expect(items.length).toBeLessThanOrEqual(PAGE);
    all.push(...items);
    if (items.length < PAGE) break;
  }
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  const times = all.map((item) => (item as { timestamp?: number }).timestamp ?? 0);
  expect(times).toEqual([...times].sort((a, b) => b - a));
  return all;
}

/** What can be asked about the past, and about now. */
export function historyCases(opened: () => StrictMarket): void {
  it('pages through its orders, trades and entries', async () => {
    const { ann, market, manner } = opened();
    const { client } = ann;
    const from = Math.floor(Date.now() / 1000) - 3600;
    const orders = await allPages(async (fields) => {
      const answer = await client.call('getHistoricalOrders', { market, from, ...fields });
      expect(answer).toMatchObject({ market, from, ...fields });
      return answer.orders;
    });
    const trades = await allPages(async (fields) => {
      const answer = await client.call('getUserTrades', { market, ...fields });
      expect(answer).toMatchObject(fields);
      return answer.trades;
    });
    const entries = await allPages(async (fields) => {
      const answer = await client.call('getHistoricalLedgerEntries', fields);
      expect(answer).toMatchObject(fields);
      return answer.ledgerEntries;
    });
    const told = client.packets.filter(({ name }) => name === 'userTrade').length;
    expect(trades).toHaveLength(told);
    expect(orders.flatMap((order) => order.trades).sort()).toEqual(trades.map(({ id }) => id).sort());
    expect(entries.filter(({ type }) => type === 'trade')).toHaveLength(told);
    expect(
      entries.filter(({ type }) => type === 'deposit').map(({ changes: [change] }) => change?.token),
    ).toEqual([...['ETH', manner.tokens[0]]]);
  });

  it('pages through everybody’s trades, of a market and of all', async () => {
    const { watcher, market } = opened();
    const ofMarket = await allPages(async (fields) => {
      return (await watcher.call('getHistoricalTrades', { market, ...fields })).trades;
    });
    const pushed = watcher.packets.filter(({ name, channel }) => name === 'trade' && channel === market);
    expect(ofMarket).toHaveLength(pushed.length);
    const ofAll = await watcher.call('getHistoricalTrades', { limit: 50 });
    expect(ofAll.trades.filter((trade) => trade.market === market)).toEqual(ofMarket);
  });

  it('reads bars, ticker, book, tokens and balances', async () => {
    const { watcher, market, manner, ann } = opened();
    const now = Math.floor(Date.now() / 1000);
    const range = { from: now - 7200, to: now, market, precision: '1m' };
    const { bars, ...echo } = await watcher.call('getBarData', range);
    expect(echo).toEqual({ from: range.from, to: range.to, precision: '1m', last: true });
    const { trades } = await watcher.call('getHistoricalTrades', { market, limit: 50 });
    const traded = trades.reduce((sum, { amount }) => sum + Number(amount) / 1e18, 0);
    expect(bars.reduce((sum, { volume }) => sum + volume, 0)).toBeCloseTo(traded, 9);
    expect(await watcher.call('getTicker', { market })).toMatchObject({ rate: trades[0]?.rate });
    expect(await watcher.call('getOrderBookSnapshot', { market, limit: 20, decimals: 3 })).toEqual([]);
    const [symbol] = manner.tokens;
    const token = await watcher.call('getTokenInfo', { symbol });
    expect(token).toMatchObject({ symbol, decimals: 18, contract: ann.chain.token(symbol).toLowerCase() });
    const balances = await ann.client.call('getBalanceSnapshot');
    expect(balances.map((balance) => balance.token).sort()).toEqual(['ETH', ...manner.tokens].sort());
  });
}
