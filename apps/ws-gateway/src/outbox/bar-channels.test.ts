import { beforeEach, describe, expect, it } from '@jest/globals';
import { dataBar, dataQueries } from '@exchange/contract/bus';
import type { BarView } from '@exchange/core/message';
import { type Client, GatewayWorld } from '../../test/gateway.fixture';

const BAR: BarView = {
  ...{ time: 1_700_000_040_000, open: '200', high: '201.5', low: '199', close: '200.25' },
  ...{ volume: '12.5', volumeQuote: '2504.75' },
};
const SHOWN = [1_700_000_040_000, 200, 201.5, 199, 200.25, 12.5];

let world: GatewayWorld;
let client: Client;

beforeEach(async () => {
  world = await GatewayWorld.open();
  client = world.connect();
});

async function tell(seq: number, precision: string, change: Partial<BarView> = {}): Promise<void> {
  const notice = { market: 'ETHDAI', precision, seq, bar: { ...BAR, ...change } };
  world.owners.data.publish(dataBar.subject('ETHDAI', precision), dataBar.encode(notice));
  await world.settle();
}

const subscribe = (who: Client, events: string[], rid = 7) =>
  who.send({ c: 'subscribe', markets: ['ETHDAI'], events, rid });

describe('a subscription to bars', () => {
  it('is answered with the running bar, then follows it, each precision by itself', async () => {
    await tell(1, '1m');
    await subscribe(client, ['bars_1m', 'bars_1w']);
    expect(client.takePackets()).toEqual([
      ['ETHDAI', 'bar', SHOWN, 7],
      [0, 'm', 'ETHDAI: no bar of 1w yet', 7],
    ]);
    await tell(2, '1m', { close: '201' });
    await tell(2, '5m');
    expect(client.takePackets()).toEqual([['ETHDAI', 'bar', [...SHOWN.slice(0, 4), 201, 12.5]]]);
    await client.send({ c: 'unSubscribe', markets: ['ETHDAI'], events: ['bars_1m'], rid: 8 });
    await tell(3, '1m', { close: '202' });
    expect(client.takePackets()).toEqual([[0, 'm', 'unsubscribed', 8]]);
  });

  it('tells how a bar ended before the one that began, and nothing twice or from before', async () => {
    await subscribe(client, ['bars_1m']);
    client.takePackets();
    await tell(5, '1m', { close: '201' });
    await tell(5, '1m', { time: BAR.time + 60_000 });
    await tell(5, '1m', { time: BAR.time + 60_000 });
    await tell(4, '1m');
    const told = client.takePackets().map(([, , bar]) => bar);
    expect(told).toEqual([
      [...SHOWN.slice(0, 4), 201, 12.5],
      [BAR.time + 60_000, ...SHOWN.slice(1)],
    ]);
  });

  it('is encoded once for all who see the same shape; with distinct events the quote volume is seventh', async () => {
    const distinct = [world.connect({ naming: 'distinct' }), world.connect({ naming: 'distinct' })];
    const seed = [client, world.connect()];
    for (const one of [...distinct, ...seed]) {
      await subscribe(one, ['bars_1h']);
      one.bytes.length = 0;
    }
    await tell(1, '1h');
    expect(distinct[0]?.frames.at(-1)).toEqual([['ETHDAI', 'bar', [...SHOWN, 2504.75]]]);
    expect(client.frames.at(-1)).toEqual([['ETHDAI', 'bar', SHOWN]]);
    expect(distinct[1]?.bytes[0]).toBe(distinct[0]?.bytes[0]);
    expect(seed[1]?.bytes[0]).toBe(client.bytes[0]);
  });
});

describe('a subscription to bars of an older client', () => {
  it('has another name, is the same one, and ends by either', async () => {
    await tell(1, '1m');
    await subscribe(client, ['barData1m', 'bars_1m']);
    expect(client.takePackets()).toEqual([['ETHDAI', 'bar', SHOWN, 7]]);
    await tell(2, '1m', { close: '201' });
    expect(client.takePackets()).toEqual([['ETHDAI', 'bar', [...SHOWN.slice(0, 4), 201, 12.5]]]);
    for (const [joined, left] of [
      ['barData1m', 'bars_1m'],
      ['bars_1m', 'barData1m'],
    ] as const) {
      await subscribe(client, [joined]);
      await client.send({ c: 'unSubscribe', markets: ['ETHDAI'], events: [left] });
      client.takePackets();
      await tell(3, '1m', { close: '202' });
      expect(client.takePackets()).toEqual([]);
    }
  });

  it('has its times in seconds if its address asks for that, beside those who have them in ms', async () => {
    const old = world.connect({ barTime: 'seconds' });
    const both = world.connect({ barTime: 'seconds', naming: 'distinct' });
    await tell(1, '1m');
    for (const one of [old, both, client]) await subscribe(one, ['barData1m']);
    const inSeconds = [1_700_000_040, ...SHOWN.slice(1)];
    expect(old.takePackets()).toEqual([['ETHDAI', 'bar', inSeconds, 7]]);
    expect(both.takePackets()).toEqual([['ETHDAI', 'bar', [...inSeconds, 2504.75], 7]]);
    expect(client.takePackets()).toEqual([['ETHDAI', 'bar', SHOWN, 7]]);
    await tell(2, '1m', { close: '201' });
    expect(old.takePackets()[0]?.[2]).toEqual([1_700_000_040, ...SHOWN.slice(1, 4), 201, 12.5]);
    expect(client.takePackets()[0]?.[2]).toEqual([...SHOWN.slice(0, 4), 201, 12.5]);
  });
});

describe('getBarData', () => {
  const ask = (who: Client, fields: object = {}) =>
    who.send({
      c: 'getBarData',
      market: 'ETHDAI',
      precision: '1m',
      from: 1,
      to: 1_760_000_000_000,
      rid: 3,
      ...fields,
    });

  beforeEach(() => {
    world.owners.answer(dataQueries.barsQuery, () => ({ bars: [BAR], last: true }));
  });

  it('asks the owner with times in ms, and repeats the request as it was sent', async () => {
    await ask(client);
    expect(world.owners.asked.at(-1)).toEqual({
      kind: 'bars',
      request: { market: 'ETHDAI', precision: '1m', from: 1_000, to: 1_760_000_000_000, limit: 2_000 },
    });
    const echoes = { from: 1, to: 1_760_000_000_000, precision: '1m' };
    expect(client.takePackets()).toEqual([['ETHDAI', 'bd', { bars: [SHOWN], ...echoes, last: true }, 3]]);
    const distinct = world.connect({ naming: 'distinct' });
    await ask(distinct);
    expect(distinct.packets[0]?.[2]).toMatchObject({ bars: [[...SHOWN, 2504.75]] });
  });

  it('gives times in seconds if the address asks for that, and takes the source that there is', async () => {
    const old = world.connect({ barTime: 'seconds' });
    await ask(old, { source: 'internal' });
    expect(old.packets[0]?.[2]).toMatchObject({ bars: [[1_700_000_040, ...SHOWN.slice(1)]] });
    expect(world.owners.asked.at(-1)?.request).not.toHaveProperty('source');
  });

  it('includes the whole of a last second', async () => {
    await ask(client, { from: 1_760_000_000, to: 1_760_000_000 });
    expect(world.owners.asked.at(-1)?.request).toMatchObject({
      ...{ from: 1_760_000_000_000, to: 1_760_000_000_999 },
    });
  });

  it.each([
    ['another source', { source: 'mixed' }, 'INVALID_FIELD'],
    ['a range that ends before it begins', { from: 1_760_000_000_001 }, 'INVALID_FIELD'],
    ['a range whose ends are in seconds and ms', { from: 1_760_000_001 }, 'INVALID_FIELD'],
    ['an unknown precision', { precision: '2m' }, 'INVALID_FIELD'],
    ['an unknown market', { market: 'ETHBTC' }, 'UNKNOWN_MARKET'],
  ])('refuses %s', async (_what, fields, code) => {
    await ask(client, fields);
    expect(client.packets.map(([, event, text, rid]) => [event, String(text).split(':')[0], rid])).toEqual([
      ['e', code, 3],
    ]);
  });

  it('says so when no answer comes', async () => {
    world.owners.answers.delete('bars');
    await ask(client);
    await world.clock.advance(10_000);
    await world.settle();
    expect(client.packets[0]?.[2]).toContain('UNAVAILABLE');
  });
});
