import { Value } from '@sinclair/typebox/value';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  historicalOrdersPacket,
  ledgerEntryArray,
  marketTradeArray,
  orderArray,
  userTradeArray,
} from '../encode';
import { packet, type Packet } from '../packet';
import { EVENTS } from '../schema';
import { entry, order, publicTrade, userTrade } from '../../test/random-view.fixture';
import { MalformedPacketError } from './checks';
import { decodePacket } from './packet';

const JUNK = [
  null,
  true,
  -1,
  0.5,
  2 ** 53,
  '',
  'x',
  '1',
  '-1',
  '0x',
  [],
  {},
  [1],
  27,
  `0x${'AB'.repeat(20)}`,
];

/** Every JSON that comes of putting junk into one place of it, or of leaving the place out. */
function* spoilt(json: unknown): Generator<unknown> {
  yield* JUNK;
  if (Array.isArray(json)) {
    yield json.slice(0, -1);
    yield [...json, 1];
    for (const [place, item] of json.entries()) {
      for (const one of spoilt(item)) yield json.with(place, one);
    }
  } else if (typeof json === 'object' && json !== null) {
    for (const [name, value] of Object.entries(json)) {
      yield Object.fromEntries(Object.entries(json).filter(([other]) => other !== name));
      for (const one of spoilt(value)) yield { ...json, [name]: one };
    }
  }
}

const isRead = (value: unknown): boolean => {
  try {
    decodePacket(value);
    return true;
  } catch (error) {
    if (error instanceof MalformedPacketError) return false;
    throw error;
  }
};

describe('a reader', () => {
  const packets: fc.Arbitrary<readonly [keyof typeof EVENTS, Packet]> = fc.oneof(
    order.map((view) => ['orderStatus', packet(0, 'orderStatus', orderArray(view))] as const),
    entry.map(
      (view) => ['ledgerEntryStatus', packet(0, 'ledgerEntryStatus', ledgerEntryArray(view))] as const,
    ),
    userTrade.map(
      (view) => ['userTrade', packet(0, 'userTrade', userTradeArray(view), 1, 'distinct')] as const,
    ),
    publicTrade.map((view) => ['trade', packet('ETHDAI', 'trade', marketTradeArray(view))] as const),
    order.map((view) => ['historicalOrders', historicalOrdersPacket([view], {})] as const),
  );

  it('takes what the schema takes, and nothing else', () => {
    fc.assert(
      fc.property(packets, ([name, [channel, id, message]]) => {
        // What is sent is JSON: what JSON can't say, no packet has.
        const sent: unknown = JSON.parse(JSON.stringify(message));
        const wrong = [sent, ...spoilt(sent)].filter(
          (json) => isRead([channel, id, json]) !== Value.Check(EVENTS[name].message, json),
        );
        expect(wrong).toEqual([]);
      }),
      { numRuns: 10 },
    );
  });

  it('says where and what is wrong', () => {
    expect(() =>
      decodePacket([
        'ETHDAI',
        'obs',
        [
          [1, '1', '2', 1],
          [1, 'x', '2', 1],
        ],
      ]),
    ).toThrow('lines/1/1 must be a string like ^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$, not "x"');
  });
});
