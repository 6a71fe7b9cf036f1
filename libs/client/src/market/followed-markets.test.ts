import { afterEach, describe, expect, it } from '@jest/globals';
import { reject } from '@exchange/core/kernel';
import {
  bookChecksum,
  bookLine,
  bookSnapshotArray,
  type BookLineView,
  bookUpdateArray,
  checksumText,
  type Command,
  decodePacket,
  errorPacket,
  packet,
  type Packet,
  POINT_TENTHS_MAX,
  PointMeter,
  pointTenths,
} from '@exchange/core/wire';
import { WebSocket } from 'ws';
import { type ScriptedAnswer, TinyExchange } from '@exchange/test/kit';
import { HandTimers } from '../../test/hand-timers.fixture';
import { ExchangeClient } from '../exchange-client';
import { FollowedMarkets } from './followed-markets';

const line = (rate: string, amount: string): BookLineView => ({
  side: 'buy',
  rate,
  amount,
  count: amount === '0' ? 0 : 1,
});
const [best, next] = [line('300', '5'), line('299', '7')];
const sumOf = (...lines: BookLineView[]) => bookChecksum(lines.map((one) => checksumText(bookLine(one))));
const snapshot = (seq: number, lines: BookLineView[], rid?: number, checksum = sumOf(...lines)): Packet =>
  packet('ETHDAI', 'sequencedBookSnapshot', bookSnapshotArray({ seq, checksum, lines }), rid);
const update = (
  [previousSeq, seq]: readonly [number, number],
  lines: BookLineView[],
  book: BookLineView[],
  rid?: number,
): Packet =>
  packet(
    'ETHDAI',
    'sequencedBookUpdate',
    bookUpdateArray({ previousSeq, seq, checksum: sumOf(...book), lines }),
    rid,
  );

const SUBSCRIBE: Command = { c: 'subscribe', markets: ['ETHDAI'], events: ['book20d5'] };

const running: { close(): void | Promise<void> }[] = [];
afterEach(async () => {
  for (const part of running.splice(0)) await part.close();
});

describe('a book that is followed', () => {
  let exchange: TinyExchange;
  let client: ExchangeClient;

  /** A client that is subscribed; the first answer is a snapshot at 10, later ones are the test's. */
  async function start(later: ScriptedAnswer): Promise<void> {
    let isFirst = true;
    exchange = await TinyExchange.listen((command, rid, socket) => {
      if (!isFirst) return later(command, rid, socket);
      isFirst = false;
      return [snapshot(10, [best, next], rid)];
    });
    running.push(exchange);
    client = new ExchangeClient({ url: exchange.url, socket: WebSocket, backoffMs: { first: 1, most: 5 } });
    running.unshift(client);
    await client.connect();
    await client.subscribe(['ETHDAI'], ['book20d5']);
    exchange.commands.length = 0;
  }
  const told = (event: 'sequencedBookUpdate' | 'sequencedBookSnapshot') =>
    new Promise((resolve) => client.on(event, resolve));
  const pushed = async (one: Packet) => {
    const heard = told('sequencedBookUpdate');
    exchange.push(one);
    await heard;
  };
  const held = () => {
    const book = client.book('ETHDAI');
    return [book.seq, ...book.lines('buy').map(({ rate, amount }) => `${rate} ${amount}`)];
  };
  const asked = () => exchange.commands.filter(({ c }) => c === 'subscribe');

  it('keeps the sequence and the checksum', async () => {
    await start(() => []);
    expect(held()).toEqual([10, '300 5', '299 7']);
    await pushed(update([10, 14], [line('300', '0'), line('298', '1')], [next, line('298', '1')]));
    expect(held()).toEqual([14, '299 7', '298 1']);
    await pushed(update([14, 20], [], [next, line('298', '1')]));
    expect(held()).toEqual([20, '299 7', '298 1']);
    expect(client.book('ETHDAI').checksum).toBe(sumOf(next, line('298', '1')));
    expect(asked()).toEqual([]);
  });

  it('asks once for what a gap left out, and goes on', async () => {
    await start((_, rid) => [update([10, 16], [line('299', '0')], [best], rid)]);
    const resumed = new Promise<void>((resolve) => {
      client.on('sequencedBookUpdate', ({ seq }) => seq === 16 && resolve());
    });
    exchange.push(update([12, 13], [line('1', '1')], [best]), update([13, 14], [line('2', '1')], [best]));
    await resumed;
    expect(held()).toEqual([16, '300 5']);
    expect(asked()).toEqual([{ ...SUBSCRIBE, after: { ETHDAI: 10 } }]);
    await pushed(update([16, 17], [line('299', '1')], [best, line('299', '1')]));
    expect(held()[0]).toBe(17);
  });

  it('starts over when the checksum differs', async () => {
    await start((_, rid) => [snapshot(12, [best], rid)]);
    const restarted = told('sequencedBookSnapshot');
    const atFault = new Promise<unknown[]>((resolve) => client.on('bookFault', () => resolve(held())));
    exchange.push(update([10, 11], [line('299', '0')], [next]));
    // Nobody may act on it until the next snapshot.
    await expect(atFault).resolves.toEqual([undefined]);
    await restarted;
    expect(held()).toEqual([12, '300 5']);
    expect(asked()).toEqual([SUBSCRIBE]);
  });

  it('is dropped with the connection, and taken anew on the next one', async () => {
    await start((_, rid) => [snapshot(12, [line('300', '6'), next], rid)]);
    const lost = new Promise<unknown[]>((resolve) => client.on('disconnected', () => resolve(held())));
    const back = new Promise((resolve) => client.on('connected', () => resolve(undefined)));
    exchange.cut();
    await expect(lost).resolves.toEqual([undefined]);
    expect(client.book('ETHDAI').isLive).toBe(false);
    await back;
    expect(held()).toEqual([12, '300 6', '299 7']);
    expect(asked()).toEqual([SUBSCRIBE]);
  });

  it('that is crossed is dropped and asked for again', async () => {
    const crossing = { ...line('299.5', '1'), side: 'sell' as const };
    await start((_, rid) => [snapshot(12, [best], rid)]);
    const fault = new Promise((resolve) => {
      client.on('bookFault', (event) => resolve([event, held(), client.book('ETHDAI').isLive]));
    });
    const restarted = told('sequencedBookSnapshot');
    exchange.push(update([10, 11], [crossing], [best, next, crossing]));
    await expect(fault).resolves.toEqual([{ market: 'ETHDAI', fault: 'crossed' }, [undefined], false]);
    await restarted;
    expect(held()).toEqual([12, '300 5']);
    expect(asked()).toEqual([SUBSCRIBE]);
  });

  it('starts over after a gap at an exchange that knows no sequences any more', async () => {
    const lines = [bookLine(best)];
    await start((command, rid) => [
      'after' in command
        ? errorPacket(reject('INVALID_FIELD', 'subscribe has no field "after"'), rid)
        : packet('ETHDAI', 'orderBookSnapshot', lines, rid),
    ]);
    const restarted = new Promise((resolve) => client.on('orderBookSnapshot', resolve));
    exchange.push(update([12, 13], [line('1', '1')], [best]));
    await restarted;
    expect(held()).toEqual([undefined, '300 5']);
    expect(asked()).toEqual([{ ...SUBSCRIBE, after: { ETHDAI: 10 } }, SUBSCRIBE]);
  });

  it('tells of a snapshot that is not what its checksum says', async () => {
    await start(() => []);
    const fault = new Promise((resolve) => client.on('fault', resolve));
    exchange.push(snapshot(12, [best], undefined, 1));
    await expect(fault).resolves.toMatchObject({ message: expect.stringContaining('checksum') });
    expect(asked()).toEqual([]);
  });
});

describe('a book that nothing is heard of', () => {
  it('for a minute is dropped and asked for again, and one that is told to be quiet is not', async () => {
    const timers = new HandTimers();
    const asked: Command[] = [];
    const faults: string[] = [];
    const followed = new FollowedMarkets({
      timers,
      request: (command) => {
        asked.push(command);
        return Promise.resolve(decodePacket(packet(0, 'message', 'subscribed', 1)));
      },
      faulty: (market, fault) =>
        faults.push(`${market} ${fault} ${followed.book(market).lines('buy').length}`),
      failed: (error) => {
        throw error;
      },
    });
    const take = (one: Packet) => followed.take(decodePacket(JSON.parse(JSON.stringify(one))), undefined);
    await followed.subscribe(['ETHDAI'], ['book20d5']);
    take(snapshot(10, [best, next]));
    for (let seq = 11; seq < 14; seq += 1) {
      timers.pass(40_000);
      take(update([seq - 1, seq], [], [best, next]));
    }
    expect([faults, asked.length]).toEqual([[], 1]);
    timers.pass(70_000);
    expect([faults, asked.slice(1)]).toEqual([['ETHDAI stale 0'], [SUBSCRIBE]]);
    take(snapshot(20, [best], 2));
    timers.pass(40_000);
    expect([faults.length, followed.book('ETHDAI').isLive]).toEqual([1, true]);
    followed.lost();
    timers.pass(200_000);
    expect(asked).toHaveLength(2);
  });
});

describe('more pairs than a window has points for', () => {
  const SPEED = 20;
  /** A clock that runs faster, so that windows pass. */
  const timers = {
    now: () => performance.now() * SPEED,
    after(ms: number, call: () => void) {
      const timer = setTimeout(call, ms / SPEED);
      return () => clearTimeout(timer);
    },
  };

  it('are subscribed in pieces, also on a new line, and none is refused', async () => {
    const markets = Array.from({ length: 300 }, (_, index) => `M${index}`);
    let meter = new PointMeter();
    let refusals = 0;
    const taken: string[] = [];
    const exchange = await TinyExchange.listen((command, rid) => {
      const charge = meter.charge(pointTenths(command), POINT_TENTHS_MAX, timers.now());
      if (charge.kind === 'refused') {
        refusals += 1;
        return [errorPacket(reject('RATE_LIMITED', 'too many'), rid)];
      }
      if (command.c === 'subscribe') taken.push(...command.markets);
      return [packet(0, 'message', 'subscribed', rid)];
    });
    running.push(exchange);
    const client = new ExchangeClient({
      ...{ url: exchange.url, socket: WebSocket, timers, backoffMs: { first: 1, most: 5 } },
    });
    running.unshift(client);
    await client.connect();
    await client.subscribe(markets, ['trades']);
    expect([taken.splice(0), refusals]).toEqual([markets, 0]);
    meter = new PointMeter();
    const back = new Promise((resolve) => client.on('connected', () => resolve(undefined)));
    exchange.cut();
    await back;
    expect([taken.splice(0), refusals]).toEqual([markets, 0]);
    await client.unSubscribe(markets, ['trades']);
    exchange.cut();
    await new Promise((resolve) => client.on('connected', () => resolve(undefined)));
    expect(taken).toEqual([]);
  });

  it('stay as far as they came when one is refused', async () => {
    const markets = Array.from({ length: 150 }, (_, index) => `M${index}`);
    const taken: string[] = [];
    const exchange = await TinyExchange.listen((command, rid) => {
      if (command.c === 'subscribe' && command.markets.includes('M120'))
        return [errorPacket(reject('UNKNOWN_MARKET', 'there is no market M120'), rid)];
      if (command.c === 'subscribe') taken.push(...command.markets);
      return [packet(0, 'message', 'subscribed', rid)];
    });
    running.push(exchange);
    const client = new ExchangeClient({
      ...{ url: exchange.url, socket: WebSocket, timers, backoffMs: { first: 1, most: 5 } },
    });
    running.unshift(client);
    await client.connect();
    await expect(client.subscribe(markets, ['trades'])).rejects.toMatchObject({
      ...{ code: 'UNKNOWN_MARKET', asked: 'subscribe' },
    });
    const back = new Promise((resolve) => client.on('connected', () => resolve(undefined)));
    exchange.cut();
    await back;
    expect(taken).toEqual([...markets.slice(0, 100), ...markets.slice(0, 100)]);
  });
});
