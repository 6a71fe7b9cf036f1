import { describe, expect, it } from '@jest/globals';
import { recordedInput } from '@exchange/core/message';
import { reportParts } from '../outbox/market-report';
import { MarketProcessor } from './market-processor';

const market = 'ETHDAI';
const token = 10n ** 18n;
const rules = {
  market,
  index: 1,
  tradedDecimals: 18,
  quoteDecimals: 18,
  minOrderRemaining: '0',
  minOrderRemainingQuote: '0',
};

/** As jsonb gives an object back: members by the length of their names, then by their letters. */
function reordered<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, reordered(member)] as const);
  members.sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1));
  return Object.fromEntries(members) as T;
}

const place = (id: number, side: 'buy' | 'sell') => ({
  at: 2,
  input: {
    kind: 'place',
    orderId: id,
    account: `0x${`${id}`.padStart(40, '0')}`,
    side,
    sellAmount: `${token}`,
    buyAmount: `${token}`,
    sellBook: `${token}`,
    buyBook: `${token}`,
    fees: { makerPpm: 100, takerPpm: 200, settlementFee: '3', rebateToken: 'buy' },
    expiresAt: 2_000_000_000,
    origin: { gateway: 'ws-1', connection: 7, command: id, rid: 5 },
  },
});

function bytesOf(inputs: readonly unknown[]): string[] {
  const processor = new MarketProcessor(market);
  processor.take(
    inputs.map((input) => recordedInput.read(input)),
    9,
  );
  const steps = [];
  for (let step = processor.step(); step !== undefined; step = processor.step()) steps.push(step);
  return reportParts(market, 9, steps, processor.rulesVersion).map(({ definition, content }) =>
    Buffer.from(definition.encode({ ...content, seq: 1 })).toString(),
  );
}

describe('the record of a market', () => {
  it('gives the same bytes of reports, whatever the order is in which the database keeps members', () => {
    const inputs = [
      { at: 1, input: { kind: 'rules', rules } },
      { at: 1, input: { kind: 'status', status: 'open' } },
      place(1, 'sell'),
      place(2, 'buy'),
    ];
    const bytes = bytesOf(inputs);
    expect(bytes.join()).toContain('"kind":"trade"');
    expect(bytesOf(inputs.map(reordered))).toEqual(bytes);
  });
});
