import { describe, expect, it } from '@jest/globals';
import { type DocumentedEvent, events, type EventMode } from './events';
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
    readPacket(packet, mode);
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
    expect(readPacket(packet, mode)).toMatchObject({ event, channel: packet[0], rid: packet[3] });
  });

  it('names the positions', () => {
    expect(readPacket(samples.default.orderStatus, 'default').message).toMatchObject({
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
      // The text of `reconnect` is optional.
      if (packet[1] === 'rc') expect(shorter).toBe('nothing');
      else expect(shorter).toMatch(/an array of .+ items expected/);
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
    ['an empty amount', ['ETHDAI', 't', [1, 0, '300', '', 1]]],
    ['an amount below 0', ['ETHDAI', 't', [1, 0, '300', '-1', 1]]],
    ['a rate with an exponent', ['ETHDAI', 't', [1, 0, '3e-7', '1', 1]]],
    ['a rate with trailing zeros', ['ETHDAI', 't', [1, 0, '3.10', '1', 1]]],
    ['a third direction', ['ETHDAI', 't', [1, 2, '300', '10', 1]]],
    ['an address that is too short', [0, 'auth', ['loggedOff', '0xa1', null, '0xa1']]],
    ['hex without 0x', [0, 'auth', ['loggedOff', 'a1'.repeat(21), null, 'a1'.repeat(21)]]],
    ['an unknown status', [0, 'auth', ['expired', `0x${'a1'.repeat(20)}`, null, `0x${'a1'.repeat(20)}`]]],
    ['another answer to ping', [0, 'p', 'PONG']],
  ])('throws on %s', (_, packet) => {
    expect(() => readPacket(packet, 'default')).toThrow(Violation);
  });

  it('throws on the shared ids, and on the shorter bars, in distinct mode', () => {
    expect(() => readPacket(samples.default.userTrade, 'distinct')).toThrow(Violation);
    expect(() => readPacket(samples.default.orderCancellationSignature, 'distinct')).toThrow(Violation);
    expect(() => readPacket(samples.default.barData, 'distinct')).toThrow('an array of 7 items expected');
    expect(() => readPacket(samples.distinct.barData, 'default')).toThrow('an array of 6 items expected');
  });

  it('takes members that were added to objects, and none that is missing', () => {
    const [channel, id, message] = samples.default.historicalTrades as [number, string, { trades: unknown }];
    const { trades } = message;
    expect(readPacket([channel, id, { trades, added: 1 }], 'default').event).toBe('historicalTrades');
    expect(() => readPacket([channel, id, { from: 1 }], 'default')).toThrow(
      'historicalTrades.trades: an array',
    );
  });

  it('tells empty messages of shared ids apart', () => {
    expect(readPacket(['ETHDAI', 'ts', []], 'default').event).toBe('tradeSnapshot');
    expect(readPacket([0, 'uts', { trades: [] }], 'default').event).toBe('userTrades');
  });

  it('reads hex in either case', () => {
    const upper = `0x${'A1'.repeat(20)}`;
    expect(readPacket([0, 'auth', ['loggedOff', upper, null, upper]], 'default').event).toBe('auth');
  });

  it.each(['{}', '[]', 'null', '[null]', '[1]'])('throws on the frame %s', (frame) => {
    expect(() => readFrame(frame, 'default')).toThrow(Violation);
  });

  it('throws on a frame that is no JSON', () => {
    expect(() => readFrame('[', 'default')).toThrow(SyntaxError);
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
