import { setTimeout as sleep } from 'node:timers/promises';
import { inSection } from '../../case';
import { falls, holds, is } from '../../expectations';
import type { World } from '../../world';

const subscriptions = inSection('Subscriptions');
const commands = inSection('Websocket commands');
const QUIET_MS = 500;

/** Makes a trade of one lot at a percentage of the price. */
async function trade({ alice, bob, wish }: World, percent: number): Promise<void> {
  await alice.place(wish('sell', 1, percent));
  const taker = await bob.place(wish('buy', 1, percent));
  await bob.untilOrder('over', taker.id, ({ active }) => !active);
}

export const subscriptionCases = [
  subscriptions('trades answers with tradeSnapshot, newest first, then trade events', async (world) => {
    const connection = await world.connection();
    const command = { c: 'subscribe', markets: [world.market.id], events: ['trades'] };
    const { channel, message } = await connection.call(command, 'ts');
    is(channel, world.market.id, 'channel');
    falls(
      (message as [number][]).map(([id]) => id),
      'trade ids',
    );
    await trade(world, 120);
    const told = await connection.find('the trade', 0, ({ event }) => event === 't');
    is(
      (told.message as unknown[]).slice(1, 4),
      [1, await lastRate(world), `${world.market.lot}`],
      'DIRECTION, RATE, AMOUNT',
    );
    connection.close();
  }),
  subscriptions('ticker answers with the last ticker, then updates', async (world) => {
    const connection = await world.connection();
    await connection.call({ c: 'subscribe', markets: [world.market.id], events: ['ticker'] }, 'ti');
    await trade(world, 121);
    const rate = await lastRate(world);
    const told = await connection.find(
      'the ticker',
      0,
      ({ event, message }) => event === 'ti' && (message as [string])[0] === rate,
    );
    const { message } = await connection.call({ c: 'getTicker', market: world.market.id }, 'ti');
    is(message, told.message, 'getTicker');
    connection.close();
  }),
  subscriptions('subscribe with an unknown market or event is refused as a whole', async (world) => {
    const connection = await world.connection();
    await connection.refusal({ c: 'subscribe', markets: [world.market.id, 'NOSUCH'], events: ['trades'] });
    await connection.refusal({ c: 'subscribe', markets: [world.market.id], events: ['trades', 'nosuch'] });
    await sleep(QUIET_MS);
    is(connection.packets.filter(({ event }) => event === 'ts').length, 0, 'snapshots');
    connection.close();
  }),
  commands('unSubscribe ends the updates', async (world) => {
    const connection = await world.connection();
    const pair = { markets: [world.market.id], events: ['trades'] };
    await connection.call({ c: 'subscribe', ...pair }, 'ts');
    await connection.call({ c: 'unSubscribe', ...pair }, 'm');
    await trade(world, 122);
    await sleep(QUIET_MS);
    is(connection.packets.filter(({ event }) => event === 't').length, 0, 'trades after it');
    connection.close();
  }),
  subscriptions('rate tells the average rate of a conversion pair', async (world) => {
    const connection = await world.connection();
    const { channel, message } = await connection.call(
      { c: 'subscribe', markets: ['ETHUSD'], events: ['rate'] },
      'r',
    );
    is(channel, 'ETHUSD', 'channel');
    holds((message as number) > 0, 'the rate is above 0');
    await connection.refusal({ c: 'subscribe', markets: ['ETHXXX'], events: ['rate'] });
    await connection.refusal({ c: 'subscribe', markets: ['NOSUCHUSD'], events: ['rate'] });
    connection.close();
  }),
  inSection('added: subscriptions')('listings and tickers of all markets', async (world) => {
    const connection = await world.connection();
    const subscribe = { c: 'subscribe', markets: ['exchange'] };
    const listings = await connection.call({ ...subscribe, events: ['listings'] }, 'lis');
    const { message: listed } = await connection.call({ c: 'getListed' }, 'l');
    is([listings.channel, listings.message], ['exchange', listed], 'channel and message of listings');
    const { channel, message } = await connection.call({ ...subscribe, events: ['tickers'] }, 'tis');
    const told = (message as [string][]).map(([market]) => market).sort();
    is([channel, told], ['exchange', Object.keys(world.listed.markets).sort()], 'channel and markets');
    connection.close();
  }),
  inSection('added: subscriptions')('bars and chainStats', async (world) => {
    const connection = await world.connection();
    await connection.send(
      { c: 'subscribe', markets: [world.market.id], events: ['bars_1m'] },
      { c: 'subscribe', markets: ['ethereum'], events: ['chainStats'] },
    );
    await connection.find('chain statistics', 0, ({ event }) => event === 'cs');
    await trade(world, 123);
    await connection.find('the running bar', 0, ({ event }) => event === 'bar');
    connection.close();
  }),
  commands('getTokenInfo answers by symbol and by contract', async (world) => {
    const { symbol, contract } = world.market.traded;
    const connection = await world.connection();
    const { message } = await connection.call({ c: 'getTokenInfo', symbol }, 'toi');
    for (const field of [{ contract }, { token: symbol }, { token: contract }]) {
      is((await connection.call({ c: 'getTokenInfo', ...field }, 'toi')).message, message, 'the same token');
    }
    await connection.refusal({ c: 'getTokenInfo', symbol: 'NOSUCH' });
    connection.close();
  }),
];

async function lastRate(world: World): Promise<string> {
  const { body } = await world.rest.answer(`/market/${world.market.id}/trades?limit=1`);
  return (body as { data: { trades: { rate: string }[] } }).data.trades[0]?.rate ?? '';
}
