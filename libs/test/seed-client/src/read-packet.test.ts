import { describe, expect, it } from '@jest/globals';
import { type DocumentedEvent, events, type EventMode, SEED_EVENTS } from './events';
import { readFrame, readPacket } from './read-packet';
import { Violation } from './readers';
import { entry, samples, userTrade } from './samples.fixture';

const MODES: readonly EventMode[] = ['default', 'distinct'];
const each = MODES.flatMap((mode) =>
  Object.entries(samples[mode]).map(([event, packet]) => ({ mode, event: event as DocumentedEvent, packet })),
);

type Json = unknown;
type Path = readonly (string | number)[];

const at = (value: Json, path: Path): Json =>
  path.reduce<Json>((inside, key) => (inside as Record<string | number, Json>)[key], value);

function changed(value: Json, path: Path, change: (old: Json) => Json): Json {
  const [key, ...rest] = path;
  if (key === undefined) return change(value);
  const copy = (Array.isArray(value) ? [...(value as Json[])] : { ...(value as object) }) as Record<
    string | number,
    Json
  >;
  copy[key] = changed(copy[key], rest, change);
  return copy;
}

/** The paths of a message, of the parts before the whole. */
function paths(value: Json, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inside = Object.entries(value).flatMap(([key, item]) =>
    paths(item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return [...inside, path];
}

const inMessage = (packet: Json): Path[] => paths(at(packet, [2])).map((path) => [2, ...path]);
const isLeaf = (value: Json): boolean => typeof value !== 'object';
/** Lists hold rows, and rows begin with a plain value; only the trade ids of an order are a list of plain values. */
const isRow = (packet: Json, path: Path): boolean => {
  const value = at(packet, path);
  return Array.isArray(value) && isLeaf(value[0]) && path.at(-1) !== 19;
};

const thrownBy = (packet: Json, mode: EventMode): string => {
  try {
    readPacket(packet, { mode });
  } catch (error) {
    if (error instanceof Violation) return error.message;
    throw error;
  }
  return 'nothing';
};

describe('the strict reader', () => {
  it.each(MODES)('has a sample of each event of the tables: %s', (mode) => {
    expect(Object.keys(samples[mode]).sort()).toEqual(Object.keys(events[mode]).sort());
  });

  it.each(each)('reads $event ($mode)', ({ mode, event, packet }) => {
    expect(readPacket(packet, { mode })).toMatchObject({
      ...{ name: event, channel: packet[0], event: packet[1], message: packet[2], rid: packet[3] },
    });
  });

  it('names the positions', () => {
    expect(readPacket(samples.default.orderStatus, { mode: 'default' }).read).toMatchObject({
      ...{ id: 7, market: 'ETHDAI', sellToken: 'ETH', sellTokenBookAmount: 5n, buyTokenBookAmount: 1500n },
      ...{ bookRate: '300', stopRate: '299.5', trades: [1, 2], nonce: 99 },
    });
  });

  it.each(each)('throws on null anywhere else than the tables allow: $event ($mode)', ({ mode, packet }) => {
    for (const path of inMessage(packet)) {
      const nulled = changed(packet, path, () => null);
      expect([path, thrownBy(nulled, mode) === 'nothing']).toEqual([path, isNullable(packet, path)]);
    }
  });

  it.each(each)('throws on an array that is shorter or longer: $event ($mode)', ({ mode, packet }) => {
    for (const path of inMessage(packet).filter((place) => isRow(packet, place))) {
      const row = at(packet, path) as Json[];
      const [longer, shorter] = [[...row, 0], row.slice(0, -1)].map((other) =>
        thrownBy(
          changed(packet, path, () => other),
          mode,
        ),
      );
      expect(longer).toMatch(/an array of .+ items expected/);
      expect(shorter).toMatch(/an array of .+ items expected/);
    }
  });

  it.each(each)('throws on a value of another type: $event ($mode)', ({ mode, packet }) => {
    for (const path of inMessage(packet)) {
      for (const other of [1, 'x', true, {}, []]) {
        const old = at(packet, path);
        if (typeof other === typeof old && Array.isArray(other) === Array.isArray(old)) continue;
        const wrong = changed(packet, path, () => other);
        expect([path, other, thrownBy(wrong, mode)]).not.toContain('nothing');
      }
    }
  });

  it.each([
    ['an unknown event', [0, 'un', 'ann', 1]],
    ['the id of an added event', [0, 'tots', { salt: 'x' }, 1]],
    ['an id of the other mode', ['ETHDAI', 'ut', userTrade]],
    ['a packet that is too short', [0, 'm']],
    ['a packet that is too long', [0, 'm', 'x', 1, 2]],
    ['no array', { c: 'm' }],
    ['a rid that is null', [0, 'm', 'x', null]],
    ['a general packet on a market', ['ETHDAI', 'm', 'x']],
    ['a market packet on channel 0', [0, 't', [1, 0, '300', '10', 1]]],
    ['APPLIED as one triple', [0, 'le', entry.with(3, [0, 1, -1])]],
    ['APPLIED with more items than CHANGES', [0, 'le', entry.with(3, Array(3).fill([0, 1, -1]))]],
    ['APPLIED with a pair', [0, 'le', entry.with(3, Array(2).fill([0, 1]))]],
    ['a page of trades with a member of no table', [0, 'uts', { trades: [], signed: true }]],
    ['APPLIED with fewer items than CHANGES', [0, 'le', entry.with(3, [[0, 1, -1]])]],
    [
      'APPLIED with another mark',
      [
        0,
        'le',
        entry.with(3, [
          [0, 1, 2],
          [0, 1, -1],
        ]),
      ],
    ],
    ['a float for an unsigned integer', ['ETHDAI', 't', [1.5, 0, '300', '10', 1]]],
    ['a negative unsigned integer', ['ETHDAI', 't', [-1, 0, '300', '10', 1]]],
    ['an unsigned integer past 2^53', ['ETHDAI', 't', [2 ** 53, 0, '300', '10', 1]]],
    ['an amount with a point', ['ETHDAI', 't', [1, 0, '300', '1.0', 1]]],
    ['an amount with an exponent', ['ETHDAI', 't', [1, 0, '300', '1e3', 1]]],
    ['an amount with a leading zero', ['ETHDAI', 't', [1, 0, '300', '05', 1]]],
    ['an empty amount', ['ETHDAI', 't', [1, 0, '300', '', 1]]],
    ['an amount below 0', ['ETHDAI', 't', [1, 0, '300', '-1', 1]]],
    ['a rate with an exponent', ['ETHDAI', 't', [1, 0, '3e-7', '1', 1]]],
    ['a rate with trailing zeros', ['ETHDAI', 't', [1, 0, '3.10', '1', 1]]],
    ['a rate with a leading zero', ['ETHDAI', 't', [1, 0, '03', '1', 1]]],
    ['a rate without its whole part', ['ETHDAI', 't', [1, 0, '.5', '1', 1]]],
    ['a rate that ends with its point', ['ETHDAI', 't', [1, 0, '1.', '1', 1]]],
    ['an object for a name', [0, 'b', [{ token: 'ETH' }, '5', '0', '0']]],
    ['an empty name', [0, 'b', ['', '5', '0', '0']]],
    ['a third direction', ['ETHDAI', 't', [1, 2, '300', '10', 1]]],
    ['an address that is too short', [0, 'auth', ['loggedOff', '0xa1', null, '0xa1']]],
    ['hex without 0x', [0, 'auth', ['loggedOff', 'a1'.repeat(21), null, 'a1'.repeat(21)]]],
    ['an unknown status', [0, 'auth', ['expired', `0x${'a1'.repeat(20)}`, null, `0x${'a1'.repeat(20)}`]]],
    ['another answer to ping', [0, 'p', 'PONG']],
  ])('throws on %s', (_, packet) => {
    expect(() => readPacket(packet, { mode: 'default' })).toThrow(Violation);
  });

  it('throws on the shared ids, and on the shorter bars, in distinct mode', () => {
    expect(() => readPacket(samples.default.userTrade, { mode: 'distinct' })).toThrow(Violation);
    expect(() => readPacket(samples.default.orderCancellationSignature, { mode: 'distinct' })).toThrow(
      Violation,
    );
    expect(() => readPacket(samples.default.barData, { mode: 'distinct' })).toThrow(
      'an array of 7 items expected',
    );
    expect(() => readPacket(samples.distinct.barData, { mode: 'default' })).toThrow(
      'an array of 6 items expected',
    );
  });

  it('takes members that were added to objects that may grow, and to no others', () => {
    const listed = { ...(samples.default.listed[2] as object), added: 1 };
    expect(readPacket([0, 'l', listed], { mode: 'default' }).name).toBe('listed');
    const trades = { ...(samples.default.historicalTrades[2] as object), added: 1 };
    expect(() => readPacket([0, 'ht', trades], { mode: 'default' })).toThrow('no member added');
    expect(() => readPacket([0, 'ht', { from: 1 }], { mode: 'default' })).toThrow(
      'historicalTrades.trades: an array',
    );
  });

  it('throws on what was added to the seed, where only the seed may be', () => {
    for (const [event, packet] of Object.entries(samples.default)) {
      const read = () => readPacket(packet, { mode: 'default', seedOnly: true });
      if (SEED_EVENTS.some((known) => known === event)) expect(read().name).toBe(event);
      else expect(read).toThrow(Violation);
    }
  });

  it('tells empty messages of shared ids apart', () => {
    expect(readPacket(['ETHDAI', 'ts', []], { mode: 'default' }).name).toBe('tradeSnapshot');
    expect(readPacket([0, 'uts', { trades: [] }], { mode: 'default' }).name).toBe('userTrades');
  });

  it('throws on hex in upper case', () => {
    const upper = `0x${'A1'.repeat(20)}`;
    const packet = [0, 'auth', ['loggedOff', upper, null, upper]];
    expect(() => readPacket(packet, { mode: 'default' })).toThrow(Violation);
  });

  it.each(['{}', '[]', 'null', '[null]', '[1]'])('throws on the frame %s', (frame) => {
    expect(() => readFrame(frame, { mode: 'default' })).toThrow(Violation);
  });

  it('throws on a frame that is no JSON', () => {
    expect(() => readFrame('[', { mode: 'default' })).toThrow(SyntaxError);
  });
});

/** The only nulls that the interface allows (docs/interface/decisions.md). */
function isNullable(packet: Json, path: Path): boolean {
  const id = (packet as Json[])[1] as string;
  const position = path.at(-1) as number;
  if (['o', 'os', 'ho'].includes(id)) return [15, 16, 17].includes(position);
  if (['le', 'les', 'hle'].includes(id)) return [5, 6, 7].includes(position);
  return id === 'auth' && path.length === 2 && position === 2;
}
