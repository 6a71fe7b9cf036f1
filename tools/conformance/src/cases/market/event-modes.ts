import type { ReadPacket, SeedConnection } from '@exchange/test/seed-client';
import { inSection } from '../../case';
import { holds, is, matches } from '../../expectations';
import { type ShownBar, isUserTrade, userTrade } from '../../packets';
import type { World } from '../../world';

const modes = inSection('added: event modes');
const MINUTE_S = 60;

const barsOf = async (connection: SeedConnection, market: string): Promise<readonly ShownBar[]> => {
  const to = Math.floor(Date.now() / 1000) + 1;
  const ask = { c: 'getBarData', from: 0, to, market, precision: '1m' };
  return ((await connection.call(ask, 'bd')).message as { bars: ShownBar[] }).bars;
};

/** Lets a connection see a trade of its account in the run's market. */
async function tradeSeenBy(world: World, connection: SeedConnection): Promise<ReadPacket> {
  const from = connection.packets.length;
  await world.alice.place(world.wish('sell', 1, 125));
  await world.bob.place(world.wish('buy', 1, 125));
  return connection.find('the trade', from, isUserTrade);
}

export const eventModeCases = [
  modes('?events=distinct gives userTrade and orderCancellationSignature ids of their own', async (world) => {
    const account = await world.again(world.bob, { mode: 'distinct' });
    await account.login();
    const subscribed = { c: 'subscribe', markets: [world.market.id], events: ['trades', 'bars_1m'] };
    await account.call(subscribed, 'ts');
    const packet = await tradeSeenBy(world, account.connection);
    is([packet.channel, packet.event], [world.market.id, 'ut'], 'channel and event of userTrade');
    const { message } = await account.call({ c: 'getUserTrades', limit: 1 }, 'uts');
    const [newest] = (message as { trades: unknown[] }).trades;
    is(userTrade(newest).id, userTrade(packet.message).id, 'ID of the newest in userTrades');
    const hash = `0x${'00'.repeat(28)}${Date.now().toString(16).padStart(8, '0').slice(-8)}`;
    const signed = await account.call({ c: 'signOrderCancellation', hash }, 'ocs');
    holds('signature' in (signed.message as object), 'ocs has the signature');
    account.connection.close();
  }),
  modes('?events=distinct gives each bar its volume in the quote token', async (world) => {
    const distinct = await world.connection({ mode: 'distinct' });
    const plain = await world.connection();
    const [bars, plainBars] = [await barsOf(distinct, world.market.id), await barsOf(plain, world.market.id)];
    is(
      bars.map((bar) => bar.slice(0, 6)),
      plainBars,
      'the first six positions',
    );
    for (const [, , high, low, , volume, quote = 0] of bars) {
      // Floats: a part in a billion is what they may be off.
      const [least, most] = [low * volume * (1 - 1e-9), high * volume * (1 + 1e-9)];
      holds(quote >= least && quote <= most, `volume in the quote token: ${least} ≤ ${quote} ≤ ${most}`);
    }
    distinct.close();
    plain.close();
  }),
  modes('?bars=seconds tells the times of bars in seconds', async (world) => {
    const [plain, seconds] = [await world.connection(), await world.connection({ query: '?bars=seconds' })];
    const asked = await barsOf(plain, world.market.id);
    is(
      (await barsOf(seconds, world.market.id)).map(([time]) => time * 1000),
      asked.map(([time]) => time),
      'times in barData',
    );
    const subscribed = { c: 'subscribe', markets: [world.market.id], events: ['bars_1m'] };
    const [first] = await seconds.send(subscribed);
    const bar = await seconds.find('a bar', 0, ({ event, rid }) => event === 'bar' && rid === first);
    is((bar.message as ShownBar)[0] % MINUTE_S, 0, 'the running bar opens at a minute, in seconds');
    holds((bar.message as ShownBar)[0] < 100_000_000_000, 'and not in ms');
    for (const one of [plain, seconds]) one.close();
  }),
  modes('a value that no option has is an error', async (world) => {
    for (const query of ['?events=both', '?bars=minutes', '?books=plain']) {
      const connection = await world.connection({ query });
      const [packet] = connection.packets;
      is([packet?.channel, packet?.event], [0, 'e'], `first packet with ${query}`);
      matches(String(packet?.message), /^INVALID_FIELD: (events|bars|books) /, 'the error');
      connection.close();
    }
  }),
  inSection('added: subscriptions')(
    'barData<precision> is another name of bars_<precision>',
    async (world) => {
      const connection = await world.connection();
      for (const event of ['bars_1h', 'barData1h']) {
        const command = { c: 'subscribe', markets: [world.market.id], events: [event] };
        const { channel, message } = await connection.call(command, 'bar');
        is(
          [channel, (message as ShownBar).length],
          [world.market.id, 6],
          `channel and positions for ${event}`,
        );
      }
      await connection.refusal({ c: 'subscribe', markets: [world.market.id], events: ['barData2h'] });
      connection.close();
    },
  ),
];
