import { beforeEach, describe, expect, it } from '@jest/globals';
import { dataQueries } from '@exchange/contract/bus';
import { amount, rateKey } from '@exchange/core/kernel';
import { type Client, GatewayWorld, levelEvent } from '../../test/gateway.fixture';

const MARKET = 'ETHDAI';
const FIRST = 480_001;

describe('a gateway', () => {
  let world: GatewayWorld;
  let client: Client;
  /** What market-data knows. */
  const known = { seq: 0, amount: 1n };

  beforeEach(async () => {
    world = await GatewayWorld.open([], { onDemand: true });
    Object.assign(known, { seq: 0, amount: 1n });
    const ticker = {
      rate: '0',
      change24h: '0',
      volumeTraded24h: '0',
      volumeQuote24h: '0',
      high24h: '0',
      low24h: '0',
    };
    world.owners.answer(dataQueries.marketSnapshotQuery, () => ({
      ...{ market: MARKET, seq: known.seq, trades: [], bars: [], ticker },
      levels: [{ side: 'sell', rateKey: rateKey(FIRST), amount: amount(known.amount), count: 1 }],
    }));
    client = world.connect();
  });
  const report = async (value: number) => {
    await world.owners.report(levelEvent(FIRST, String(value)));
    Object.assign(known, { seq: known.seq + 1, amount: BigInt(value) });
  };
  const subscribe = (who: Client, ...events: string[]) =>
    who.send({ c: 'subscribe', markets: [MARKET], events });
  const linesOf = (who: Client) =>
    who.takePackets().map(([, event, message]) => [event, JSON.stringify(message)]);

  it('is ready, and follows no market that nobody asked for', async () => {
    await report(5);
    expect(world.edge.markets.ready()).toBe(true);
    expect(world.edge.markets.isFollowed(MARKET)).toBe(false);
    await subscribe(client, 'ticker');
    expect(client.takePackets().map(([, event]) => event)).toEqual(['ti']);
    expect(world.edge.markets.isFollowed(MARKET)).toBe(false);
  });

  it('follows one that a client asks for, from the book as it is then', async () => {
    await report(5);
    await report(6);
    await subscribe(client, 'bookd5');
    await world.clock.advance(300);
    expect(linesOf(client)).toEqual([['obs', '[[0,"30.001","6",1]]']]);
    await report(7);
    expect(linesOf(client)).toEqual([['ob', '[0,"30.001","7",1]']]);
  });

  it('answers what comes after a subscription after its book', async () => {
    await report(5);
    await client.send(
      { c: 'subscribe', markets: [MARKET], events: ['bookd5'] },
      { c: 'getTicker', market: MARKET },
    );
    await world.settle();
    await world.clock.advance(300);
    expect(client.takePackets().map(([, event]) => event)).toEqual(['obs', 'ti']);
  });

  it('lets go of one that nobody sees any more, and takes it up again as it is then', async () => {
    await report(5);
    await subscribe(client, 'bookd5', 'trades');
    await world.clock.advance(300);
    for (let look = 0; look < 10; look += 1) world.edge.channels.letGoUnneeded();
    expect(world.edge.markets.isFollowed(MARKET)).toBe(true);
    client.connection.end();
    world.edge.channels.drop(client.connection);
    for (let look = 0; look < 4; look += 1) world.edge.channels.letGoUnneeded();
    expect(world.edge.markets.isFollowed(MARKET)).toBe(false);
    await report(8);
    const late = world.connect();
    await late.send({ c: 'getOrderBookSnapshot', market: MARKET });
    await world.clock.advance(300);
    expect(linesOf(late)).toEqual([['obs', '[[0,"30.001","8",1]]']]);
  });

  it('says so when a market can’t be followed within 5 s', async () => {
    await report(5);
    await report(6);
    known.seq = 0;
    await subscribe(client, 'bookd5');
    await world.clock.advance(5_100);
    await world.settle();
    expect(linesOf(client)).toEqual([['e', '"UNAVAILABLE: ETHDAI: not known yet; try again soon"']]);
  });
});
