import { beforeEach, describe, expect, it } from '@jest/globals';
import { dataQueries } from '@exchange/contract/bus';
import { amount, rateKey } from '@exchange/core/kernel';
import type { Packet } from '@exchange/core/wire';
import { CheckedBook } from '@exchange/test/seed-client';
import { type Client, GatewayWorld, levelEvent } from '../../test/gateway.fixture';

const levels = Array.from({ length: 22 }, (_, at) => ({
  ...{ side: 'sell' as const, rateKey: rateKey(480_001 + at), amount: amount(BigInt(at + 1)), count: 1 },
}));
const LIMITS = { slowBytes: 10, queueBytesMax: 100_000 };

const NO_TICKER = {
  ...{ rate: '0', change24h: '0', volumeTraded24h: '0', volumeQuote24h: '0', high24h: '0', low24h: '0' },
};

/** From where to where an update leads. */
const heads = ([, event, message]: Packet): unknown[] => [event, ...(message as unknown[]).slice(0, 2)];

/** A client's book after these packets, each of which it checks. */
function read(book: CheckedBook, packets: readonly Packet[]): CheckedBook {
  for (const [, event, message] of packets) book.take({ event, message });
  return book;
}

describe('books with a sequence', () => {
  let world: GatewayWorld;
  let client: Client;
  beforeEach(async () => {
    world = await GatewayWorld.open(levels);
    client = world.connect({ books: 'sequenced' });
  });
  const subscribe = (who: Client, event: string, after?: number) =>
    who.send({
      ...{ c: 'subscribe', markets: ['ETHDAI'], events: [event], rid: 7 },
      ...(after === undefined ? {} : { after: { ETHDAI: after } }),
    });
  const report = async (...events: Parameters<typeof world.owners.report>) => {
    await world.owners.report(...events);
    await world.settle();
  };

  it('tell where they stand and what the book must be, in one packet for each report', async () => {
    await subscribe(client, 'book20d5');
    const [snapshot] = client.takePackets();
    expect(snapshot?.slice(0, 2)).toEqual(['ETHDAI', 'sbs']);
    expect(snapshot?.[3]).toBe(7);
    const book = read(new CheckedBook(), [snapshot as Packet]);
    expect([book.seq, book.rows().length, book.rows()[0]]).toEqual([0, 20, [0, '30.001', '1', 1]]);
    await report(levelEvent(480_001, '0', 0), levelEvent(480_002, '9'));
    // Not in the window: nothing is told, and SEQ goes on.
    await report(levelEvent(480_030, '1'));
    await report(levelEvent(480_003, '8'));
    const updates = client.takePackets();
    expect(updates.map(heads)).toEqual([
      ['sb', 0, 1],
      ['sb', 1, 3],
    ]);
    expect((updates[0]?.[2] as unknown[])[3]).toEqual([
      [0, '30.001', '0', 0],
      [0, '30.002', '9', 1],
      [0, '30.021', '21', 1],
    ]);
    expect(read(book, updates).rows()).toHaveLength(20);
  });

  it('send the same bytes to all who are told the same, and plain ones beside them as ever', async () => {
    const clients = [client, world.connect({ books: 'sequenced' })];
    const plain = world.connect();
    for (const one of [...clients, plain]) await subscribe(one, 'bookd5');
    for (const one of [...clients, plain]) one.bytes.length = 0;
    await report(levelEvent(480_001, '77'));
    expect(clients[0]?.bytes).toHaveLength(1);
    expect(clients[1]?.bytes[0]).toBe(clients[0]?.bytes[0]);
    expect(plain.bytes).toHaveLength(1);
    expect(plain.frames.at(-1)).toEqual([['ETHDAI', 'ob', [0, '30.001', '77', 1]]]);
  });

  it('go on after a SEQ with what was missed, as one update', async () => {
    await subscribe(client, 'book20d5');
    const book = read(new CheckedBook(), client.takePackets());
    await report(levelEvent(480_001, '0', 0));
    await report(levelEvent(480_001, '3'), levelEvent(480_005, '0', 0));
    await report(levelEvent(480_002, '0', 0));
    const other = world.connect({ books: 'sequenced' });
    await subscribe(other, 'book20d5', 0);
    const [answer] = other.takePackets();
    expect(answer?.slice(0, 2)).toEqual(['ETHDAI', 'sb']);
    expect(answer?.[3]).toBe(7);
    const lines = (answer?.[2] as unknown[])[3] as unknown[][];
    expect(lines.map(([, rate]) => rate).sort()).toEqual(['30.001', '30.002', '30.005', '30.021', '30.022']);
    read(book, [answer as Packet]);
    expect(book.rows()).toEqual(read(new CheckedBook(), await snapshotOf('book20d5')).rows());
    await report(levelEvent(480_003, '5'));
    expect(read(book, other.takePackets()).seq).toBe(4);
  });

  const snapshotOf = async (event: string): Promise<readonly Packet[]> => {
    const fresh = world.connect({ books: 'sequenced' });
    await subscribe(fresh, event);
    return fresh.takePackets();
  };

  it('go on with nothing when nothing was missed', async () => {
    await report(levelEvent(480_001, '3'));
    const [snapshot] = await snapshotOf('book20d5');
    const [, checksum] = snapshot?.[2] as number[];
    await subscribe(client, 'book20d5', 1);
    expect(client.takePackets()).toEqual([['ETHDAI', 'sb', [1, 1, checksum, []], 7]]);
  });

  /** What market-data knows at this report. */
  const snapshotAt = (seq: number, lines: readonly object[]) =>
    world.owners.answer(dataQueries.marketSnapshotQuery, ({ market }) => ({
      ...{ market, seq, levels: lines, trades: [], bars: [], ticker: NO_TICKER },
    }));

  it.each([
    ['is still to come', 9],
    ['the gateway never saw', 2],
  ])('start over after a SEQ that %s, and go on after others', async (_what, after) => {
    snapshotAt(3, levels.slice(2));
    await world.reportAfterLoss(4, levelEvent(480_003, '99'));
    await world.clock.advance(1_000);
    const past = world.connect({ books: 'sequenced' });
    for (const known of [0, 3, 4]) {
      await subscribe(past, 'bookd5', known);
      expect(past.takePackets().map(heads)).toEqual([['sb', known, 4]]);
    }
    await subscribe(client, 'bookd5', after);
    expect(client.takePackets().map(([, event]) => event)).toEqual(['sbs']);
  });

  it('bridge reports that the gateway missed by one update', async () => {
    await subscribe(client, 'bookd5');
    const book = read(new CheckedBook(), client.takePackets());
    snapshotAt(3, levels.slice(2));
    await world.reportAfterLoss(4, levelEvent(480_003, '99'));
    await world.clock.advance(1_000);
    await world.settle();
    const updates = client.takePackets();
    expect(updates.map(heads)).toEqual([
      ['sb', 0, 3],
      ['sb', 3, 4],
    ]);
    read(book, updates);
    expect([book.rows().length, book.rows()[0]]).toEqual([20, [0, '30.003', '99', 1]]);
  });

  it('are merged for a slow client to one update, which chains', async () => {
    const slow = world.connect({ books: 'sequenced' }, LIMITS);
    await subscribe(slow, 'book20d5');
    const book = read(new CheckedBook(), slow.takePackets());
    slow.stalled = true;
    await report(levelEvent(480_001, '2'));
    read(book, slow.takePackets());
    for (const left of ['3', '4']) await report(levelEvent(480_001, left));
    await report(levelEvent(480_000, '9'));
    await report(levelEvent(480_000, '0', 0));
    expect(slow.takePackets()).toEqual([]);
    await slow.resume();
    const merged = slow.takePackets();
    expect(merged.map(([, , message]) => (message as unknown[]).toSpliced(2, 1))).toEqual([
      [
        1,
        5,
        [
          [0, '30.001', '4', 1],
          [0, '30.02', '20', 1],
        ],
      ],
    ]);
    read(book, merged);
    await report(levelEvent(480_001, '5'));
    expect(read(book, slow.takePackets()).seq).toBe(6);
  });

  it('chain over an update in which every line came and went', async () => {
    const slow = world.connect({ books: 'sequenced' }, LIMITS);
    await subscribe(slow, 'bookd5');
    const book = read(new CheckedBook(), slow.takePackets());
    slow.stalled = true;
    await report(levelEvent(480_001, '2'));
    await report(levelEvent(480_000, '9'));
    await report(levelEvent(480_000, '0', 0));
    await slow.resume();
    const packets = slow.takePackets();
    expect((packets.at(-1)?.[2] as unknown[]).toSpliced(2, 1)).toEqual([1, 3, []]);
    expect(read(book, packets).seq).toBe(3);
  });

  it('say that they are quiet, and where the market is', async () => {
    await subscribe(client, 'book20d5');
    const book = read(new CheckedBook(), client.takePackets());
    const tick = async () => {
      world.edge.channels.tellQuietBooks();
      await world.settle();
      return client.takePackets();
    };
    expect(await tick()).toEqual([]);
    expect((await tick()).map(([, event, message]) => [event, message])).toEqual([
      ['sb', [0, 0, book.checksum, []]],
    ]);
    await report(levelEvent(480_030, '1'));
    expect((await tick())[0]?.[2]).toEqual([0, 1, book.checksum, []]);
    await report(levelEvent(480_001, '6'));
    expect(client.takePackets()).toHaveLength(1);
    expect(await tick()).toEqual([]);
  });

  it('end with unSubscribe, and begin anew with another book', async () => {
    await subscribe(client, 'book20d5');
    await subscribe(client, 'book20d1');
    client.takePackets();
    await report(levelEvent(480_001, '2'));
    expect(client.takePackets()).toMatchObject([['ETHDAI', 'sb', [0, 1, {}, [[0, '40', '254', 22]]]]]);
    await client.send({ c: 'unSubscribe', markets: ['ETHDAI'], events: ['book20d1'] });
    await report(levelEvent(480_001, '3'));
    expect(client.takePackets()).toEqual([]);
  });

  it('are not resumed on a connection that has none', async () => {
    const plain = world.connect();
    await subscribe(plain, 'book20d5', 0);
    expect(plain.takePackets()).toEqual([
      [0, 'e', 'INVALID_FIELD: after needs a connection that was opened with books=sequenced', 7],
    ]);
  });
});
