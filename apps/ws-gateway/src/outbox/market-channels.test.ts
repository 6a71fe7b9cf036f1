import { beforeEach, describe, expect, it } from '@jest/globals';
import { dataTicker } from '@exchange/contract/bus';
import { amount, rateKey } from '@exchange/core/kernel';
import { type Client, GatewayWorld, levelEvent } from '../../test/gateway.fixture';

const levels = Array.from({ length: 22 }, (_, at) => ({
  ...{ side: 'sell' as const, rateKey: rateKey(480_001 + at), amount: amount(BigInt(at + 1)), count: 1 },
}));

describe('subscriptions', () => {
  let world: GatewayWorld;
  let client: Client;
  beforeEach(async () => {
    world = await GatewayWorld.open(levels);
    client = world.connect();
  });
  const subscribe = (who: Client, events: string[], rid?: number) =>
    who.send({ c: 'subscribe', markets: ['ETHDAI'], events, ...(rid === undefined ? {} : { rid }) });

  it('answer with the state now, flagged with the rid', async () => {
    await subscribe(client, ['trades', 'ticker', 'book20d5'], 3);
    const [trades, ticker, book] = client.takePackets();
    expect(trades).toEqual(['ETHDAI', 'ts', [], 3]);
    expect(ticker).toEqual(['ETHDAI', 'ti', ['0', '0', '0', '0', '0', '0'], 3]);
    expect(book?.slice(0, 2)).toEqual(['ETHDAI', 'obs']);
    expect((book?.[2] as unknown[]).length).toBe(20);
    expect((book?.[2] as unknown[])[0]).toEqual([0, '30.001', '1', 1]);
  });

  it('tell a line that enters the window because another left', async () => {
    await subscribe(client, ['book20d5']);
    client.takePackets();
    await world.owners.report(levelEvent(480_001, '0', 0));
    await world.settle();
    expect(client.takePackets()).toEqual([
      ['ETHDAI', 'ob', [0, '30.001', '0', 0]],
      ['ETHDAI', 'ob', [0, '30.021', '21', 1]],
    ]);
  });

  it.each(['bookd5', 'book20d5'])(
    'tell nobody of a line that came and went in one report: %s',
    async (book) => {
      await subscribe(client, [book]);
      client.takePackets();
      await world.owners.report(levelEvent(480_000, '5'), levelEvent(480_000, '0', 0));
      await world.settle();
      expect(client.takePackets()).toEqual([]);
    },
  );

  it('send the same bytes to everyone who has the same updates', async () => {
    const clients = [client, world.connect(), world.connect()];
    for (const one of clients) await subscribe(one, ['book100d4', 'trades', 'bookd5']);
    const alone = world.connect();
    await subscribe(alone, ['book100d3']);
    for (const one of [...clients, alone]) one.bytes.length = 0;
    await world.owners.report(levelEvent(480_001, '77'));
    await world.settle();
    const sent = clients.map(({ bytes }) => bytes);
    expect(sent.map((bytes) => bytes.length)).toEqual([1, 1, 1]);
    expect(sent[1]?.[0]).toBe(sent[0]?.[0]);
    expect(sent[2]?.[0]).toBe(sent[0]?.[0]);
    expect(clients[0]?.frames.at(-1)).toEqual([['ETHDAI', 'ob', [0, '30.001', '77', 1]]]);
    expect(alone.bytes).toHaveLength(1);
  });

  it('share a frame made of several parts too', async () => {
    const clients = [client, world.connect()];
    for (const one of clients) await subscribe(one, ['book20d5', 'ticker']);
    for (const one of clients) one.bytes.length = 0;
    const ticker = { rate: '1', change24h: '0', volumeTraded24h: '0', volumeQuote24h: '0' };
    const notice = { market: 'ETHDAI', seq: 1, ticker: { ...ticker, high24h: '0', low24h: '0' } };
    world.owners.data.publish(dataTicker.subject('ETHDAI'), dataTicker.encode(notice));
    void world.owners.report(levelEvent(480_001, '77'));
    await world.settle();
    expect(clients[0]?.frames.at(-1)).toHaveLength(2);
    expect(clients[1]?.bytes[0]).toBe(clients[0]?.bytes[0]);
  });

  it('hold one book per market: a second takes the place of the first', async () => {
    await subscribe(client, ['book20d5']);
    client.takePackets();
    await subscribe(client, ['book20d1']);
    expect(client.takePackets()).toMatchObject([['ETHDAI', 'obs', [[0, '40', '253', 22]]]]);
    await world.owners.report(levelEvent(480_001, '2'));
    await world.settle();
    expect(client.takePackets()).toEqual([['ETHDAI', 'ob', [0, '40', '254', 22]]]);
  });

  it('give one snapshot when two books of a market are asked for at once: the last one’s', async () => {
    await client.send({
      c: 'subscribe',
      markets: ['ETHDAI'],
      events: ['book20d5', 'trades', 'book20d1'],
      rid: 4,
    });
    expect(client.takePackets()).toMatchObject([
      ['ETHDAI', 'ts', [], 4],
      ['ETHDAI', 'obs', [[0, '40', '253', 22]], 4],
    ]);
    await client.send({ c: 'unSubscribe', markets: ['ETHDAI'], events: ['book20d5', 'book20d1'] });
    await world.owners.report(levelEvent(480_001, '2'));
    await world.settle();
    expect(client.takePackets()).toEqual([]);
  });

  it('end with unSubscribe', async () => {
    await subscribe(client, ['book20d5', 'trades']);
    client.takePackets();
    await client.send({ c: 'unSubscribe', markets: ['ETHDAI'], events: ['book20d5', 'trades'], rid: 9 });
    await world.owners.report(levelEvent(480_001, '2'));
    await world.settle();
    expect(client.takePackets()).toEqual([[0, 'm', 'unsubscribed', 9]]);
  });

  it.each([
    ['market', { markets: ['ETHDAI', 'ethdai'], events: ['trades'] }, 'UNKNOWN_MARKET'],
    ['event', { markets: ['ETHDAI'], events: ['trades', 'book20d6'] }, 'UNKNOWN_EVENT'],
    ['precision', { markets: ['ETHDAI'], events: ['trades', 'bars_2m'] }, 'UNKNOWN_EVENT'],
    ['market of the chain', { markets: ['ETHDAI', 'ethereum'], events: ['chainStats'] }, 'UNKNOWN_MARKET'],
    ['event of the chain', { markets: ['ethereum'], events: ['ticker'] }, 'UNKNOWN_MARKET'],
  ])('with an unknown %s are refused as a whole', async (_what, fields, code) => {
    await client.send({ c: 'subscribe', ...fields, rid: 2 });
    expect(client.packets).toHaveLength(1);
    expect(client.packets[0]?.[2]).toContain(code);
  });

  it('merge book updates for a slow client to the newest state of each line', async () => {
    const slow = world.connect({}, { slowBytes: 100, queueBytesMax: 100_000 });
    slow.stalled = true;
    await subscribe(slow, ['book20d5', 'trades']);
    slow.takePackets();
    for (const amount of ['2', '3', '4']) await world.owners.report(levelEvent(480_001, amount));
    await world.owners.report(levelEvent(480_002, '9'));
    await world.settle();
    expect(slow.takePackets()).toEqual([]);
    await slow.resume();
    expect(slow.takePackets()).toEqual([
      ['ETHDAI', 'ob', [0, '30.001', '4', 1]],
      ['ETHDAI', 'ob', [0, '30.002', '9', 1]],
    ]);
    await world.owners.report(levelEvent(480_001, '5'));
    await world.settle();
    expect(slow.takePackets()).toEqual([['ETHDAI', 'ob', [0, '30.001', '5', 1]]]);
  });

  it('never send changes of an old book after the snapshot of a new one', async () => {
    const slow = world.connect({}, { slowBytes: 100, queueBytesMax: 100_000 });
    slow.stalled = true;
    await subscribe(slow, ['book20d5']);
    await world.owners.report(levelEvent(480_001, '2'));
    await subscribe(slow, ['book20d1']);
    slow.takePackets();
    await slow.resume();
    expect(slow.takePackets().map(([, event, message]) => [event, message])).toEqual([
      ['obs', [[0, '40', '254', 22]]],
    ]);
  });

  it('end with 1013 when too much is queued all the same', async () => {
    const slow = world.connect({}, { slowBytes: 100, queueBytesMax: 2_000 });
    slow.stalled = true;
    await subscribe(slow, ['bookd5']);
    for (let at = 0; at < 60; at += 1) await world.owners.report(levelEvent(490_001 + at, '1'));
    await world.settle();
    expect(slow.closed).toMatchObject({ code: 1013 });
    expect(client.closed).toBeUndefined();
  });
});
