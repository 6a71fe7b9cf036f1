import { describe, expect, it } from '@jest/globals';
import { checkedCosts, type Costs } from './costs';
import { fleetFor, type Use, wallsOf } from './fleet';

const command = 'npm run load';
const of = (value: number) => ({ value, command });
const COSTS: Costs = {
  accepted: { value: [], command },
  heldOut: { value: { perSecond: 1, p50Ms: 1 }, command },
  orderMs: {
    value: {
      ...{ 'ws-gateway': 0.2, 'account-service': 0.4, 'matching-engine': 0.1, 'market-data': 0.1 },
      ...{ 'settlement-service': 0.2, Postgres: 0.3, broker: 0.1 },
    },
    command,
  },
  ...{ linesPerSecond: of(400_000), booksPerSecond: of(1), connectionKb: of(10.24), deliveryUs: of(1) },
  ...{ deliveryKbUs: of(1), brokerConnectionKb: of(1), presenceBytes: of(102.4), presenceUs: of(1) },
  ...{ others: of(0), accountMemoryKb: of(1), orderKb: of(2), accountKb: of(1) },
};
const QUEUE = { wayMs: 2, fixedMs: 2, perOrderMs: 0.4 };
const USE: Use = {
  ...{ gateways: 101, connectionsPerGateway: 10_000, ordersPerMinute: 0.6 },
  ...{ busiest: 0.1, linesPerConnection: 4, markets: 10, reports: 20, load: 0.5 },
};

describe('what a use needs', () => {
  it('is the sum of what its orders, lines, reports and gateways cost', () => {
    const fleet = fleetFor(USE, COSTS, QUEUE);
    expect(fleet.accounts).toBe(1_010_000);
    expect(fleet.ordersPerSecond).toBe(10_100);
    // 2 000 addresses in a round of all and 100 whose points changed, from each of 100 others.
    expect(fleet.presenceProcessors).toBeCloseTo(0.21 / 0.5);
    expect(fleet.presenceMb).toBeCloseTo((101 * 100 * 2_100 * 102.4) / 1e6);
    expect(fleet.gatewayProcessors).toBeCloseTo((0.02 + 0.1 + 0.21) / 0.5);
    expect(fleet.gatewayMemoryMb).toBeCloseTo(100);
    expect(fleet.accountServices).toBe(9);
    expect(fleet.busiestEngine).toBeCloseTo(0.202);
    const presence = 101 * 100 * (2_100 / 500 + 2_100 / 10);
    expect(fleet.brokerProcessors).toBeCloseTo((1.01 + (101 * 10 * 20 * 2 + presence) / 1e6) / 0.5);
    expect(fleet.postgresProcessors).toBeCloseTo(6.06);
    expect(fleet.acceptedMs).toBeCloseTo(2 + 3 / (1 - (10.1 / 9) * 0.4));
  });

  it('meets its walls in the order of growth', () => {
    const walls = wallsOf(USE, COSTS, QUEUE, {
      ...{ postgresProcessors: 32, brokerProcessors: 8, brokerMb: 2_500 },
    });
    expect(walls.map(({ gateways }) => gateways)).toEqual([25, 50, 108, 114, 239, 500, 533]);
    expect(walls[0]?.what).toBe('one settlement-service');
  });
});

describe('costs from a file', () => {
  it('are taken when each has a value and a command', () => {
    expect(
      checkedCosts({ ...COSTS, accepted: { value: [{ perSecond: 1, p50Ms: 2 }], command } }),
    ).toBeTruthy();
  });

  it.each([
    ['connectionKb names no command', { ...COSTS, connectionKb: { value: 3 } }],
    ['orderKb must be a number above 0', { ...COSTS, orderKb: { value: -1, command } }],
    ['orderMs of ws-gateway must be', { ...COSTS, orderMs: { value: {}, command } }],
    ['accepted must be a list', { ...COSTS, accepted: { value: 3, command } }],
    ['p50Ms of heldOut must be', { ...COSTS, heldOut: { value: { perSecond: 3 }, command } }],
  ])('are refused: %s', (why, read) => {
    expect(() => checkedCosts(read)).toThrow(why);
  });
});
