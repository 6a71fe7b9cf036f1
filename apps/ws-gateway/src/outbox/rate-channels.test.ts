import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Client, GatewayWorld } from '../../test/gateway.fixture';

let world: GatewayWorld;
let client: Client;

beforeEach(async () => {
  world = await GatewayWorld.open();
  client = world.connect();
});

const subscribe = (markets: string[], rid = 7, events = ['rate']) =>
  client.send({ c: 'subscribe', markets, events, rid });

describe('rate', () => {
  it('is answered with the last value, then follows it', async () => {
    await subscribe(['ETHUSD']);
    expect(client.takePackets()).toEqual([['ETHUSD', 'r', 1834.02, 7]]);
    await world.owners.rate('USD', '1835');
    await world.owners.rate('USD', '1835');
    await world.owners.rate('JPY', '250000');
    await world.settle();
    expect(client.takePackets()).toEqual([['ETHUSD', 'r', 1835]]);
    await client.send({ c: 'unSubscribe', markets: ['ETHUSD'], events: ['rate'], rid: 8 });
    await world.owners.rate('USD', '1836');
    await world.settle();
    expect(client.takePackets()).toEqual([[0, 'm', 'unsubscribed', 8]]);
  });

  it('says once that no fresh one is known, and goes on with the next', async () => {
    await subscribe(['ETHUSD']);
    client.takePackets();
    await world.owners.rate('USD', null);
    await world.owners.rate('USD', null);
    await world.settle();
    const stale = 'ETHUSD: no fresh rate is known now';
    expect(client.takePackets()).toEqual([[0, 'm', stale]]);
    await subscribe(['ETHUSD'], 8);
    expect(client.takePackets()).toEqual([
      ['ETHUSD', 'r', 1834.02, 8],
      [0, 'm', stale, 8],
    ]);
    await world.owners.rate('USD', '1834.02');
    await world.settle();
    expect(client.takePackets()).toEqual([['ETHUSD', 'r', 1834.02]]);
  });

  it('of a pair without any value is a message until there is one', async () => {
    await subscribe(['DAIEUR', 'ETHEUR']);
    expect(client.takePackets()).toEqual([
      [0, 'm', 'DAIEUR: no fresh rate is known now', 7],
      [0, 'm', 'ETHEUR: no fresh rate is known now', 7],
    ]);
    await world.owners.rate('EUR', '1700.5');
    await world.settle();
    expect(client.takePackets()).toEqual([['ETHEUR', 'r', 1700.5]]);
  });

  it.each([
    [['ETHUSD', 'ETHDAI'], ['rate'], 'UNKNOWN_MARKET: there is no conversion pair ETHDAI; try ETHUSD'],
    [['ETHUSD', 'BATUSD'], ['rate'], 'UNKNOWN_MARKET: there is no conversion pair BATUSD; try ETHUSD'],
    [['ETHusd'], ['rate'], 'UNKNOWN_MARKET: there is no conversion pair ETHusd; try ETHUSD'],
    [['ETHUSD'], ['rate', 'ticker'], 'UNKNOWN_MARKET: there is no market ETHUSD'],
    [['USD'], ['rate'], 'UNKNOWN_MARKET: there is no conversion pair USD; try ETHUSD'],
  ])('refuses %j with %j as a whole', async (markets, events, refusal) => {
    await subscribe(markets, 7, events);
    expect(client.takePackets()).toEqual([[0, 'e', refusal, 7]]);
    await world.owners.rate('USD', '1900');
    await world.settle();
    expect(client.takePackets()).toEqual([]);
  });

  it('is no longer sent to a connection that is gone', async () => {
    await subscribe(['ETHUSD']);
    client.takePackets();
    world.edge.rates.drop(client.connection);
    await world.owners.rate('USD', '1900');
    await world.settle();
    expect(client.takePackets()).toEqual([]);
  });
});
