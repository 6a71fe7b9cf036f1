import { describe, expect, it } from '@jest/globals';
import { encodeJson, marketReport } from '@exchange/contract/bus';
import { address, AMOUNT_MAX, orderId, rateKey, tradeId } from '@exchange/core/kernel';
import { FIRST_RULES_VERSION, RULES_VERSION } from '@exchange/core/matching';
import {
  type Fill,
  marketEvent,
  type MarketEvent,
  type MarketStep,
  type RecordedInput,
} from '@exchange/core/message';
import { EVENT_BYTES, PART_BYTES, PART_BYTES_MAX, reportParts, STEP_BYTES } from './market-report';

const id = orderId(Number.MAX_SAFE_INTEGER);
const account = address(`0x${'f'.repeat(40)}`);
const most = { sellBook: AMOUNT_MAX, buyBook: AMOUNT_MAX };
const fees = {
  makerPpm: -1_000_000,
  takerPpm: 1_000_000,
  settlementFee: AMOUNT_MAX,
  rebateToken: 'sell',
} as const;
const fill: Fill = { orderId: id, account, ...most, fees };
const key = rateKey(1_700_000);
const side = 'sell' as const;

const largest: Readonly<Record<MarketEvent['kind'], MarketEvent>> = {
  trade: {
    kind: 'trade',
    tradeId: tradeId(Number.MAX_SAFE_INTEGER),
    time: Number.MAX_SAFE_INTEGER,
    rateKey: key,
    takerSide: side,
    traded: AMOUNT_MAX,
    quote: AMOUNT_MAX,
    maker: fill,
    taker: fill,
  },
  waiting: { kind: 'waiting', orderId: id, account, for: 'peg_rate' },
  triggered: { kind: 'triggered', orderId: id, account },
  edited: {
    kind: 'edited',
    orderId: id,
    account,
    ...most,
    held: AMOUNT_MAX,
    rateKey: key,
    hidden: false,
    expiresAt: Number.MAX_SAFE_INTEGER,
    stopRateKey: key,
    peg: { currency: 'USD', rateKey: key },
    fees,
  },
  edit_refused: { kind: 'edit_refused', orderId: id, account, reason: 'rate_out_of_range' },
  rested: { kind: 'rested', orderId: id, account, side, rateKey: key, ...most },
  done: { kind: 'done', orderId: id, account, reason: 'order_cancelled_on_chain' },
  not_open: { kind: 'not_open', orderId: id, account },
  level: { kind: 'level', side, rateKey: key, amount: AMOUNT_MAX, count: Number.MAX_SAFE_INTEGER },
  status: { kind: 'status', status: 'cancel_only' },
};

const cause: RecordedInput = {
  at: 1,
  input: {
    kind: 'cancel',
    orderId: orderId(1),
    account,
    reason: 'owner',
    origin: {
      gateway: 'ws-1',
      connection: Number.MAX_SAFE_INTEGER,
      command: Number.MAX_SAFE_INTEGER,
      rid: Number.MAX_SAFE_INTEGER,
    },
  },
};
const bytesOf = (value: unknown) => encodeJson(value).length;
const partsOf = (events: readonly MarketEvent[], steps = 1, rulesVersion = RULES_VERSION) =>
  reportParts(
    'TRADQUOT',
    1,
    Array.from({ length: steps }, () => ({ cause, events, work: 0 })),
    rulesVersion,
  );
const stepsOf = (part: { content: object }) => (part.content as { steps: MarketStep[] }).steps;

describe('the parts of a report', () => {
  it('are bounded by sizes that no event, step or message exceeds', () => {
    for (const event of Object.values(largest)) {
      expect(bytesOf(marketEvent.write(event)) + 1).toBeLessThanOrEqual(EVENT_BYTES[event.kind]);
    }
    const step = {
      account,
      origin: cause.input.kind === 'cancel' ? cause.input.origin : undefined,
      events: [],
    };
    expect(bytesOf(step)).toBeLessThanOrEqual(STEP_BYTES);
    const message = { seq: Number.MAX_SAFE_INTEGER, at: Number.MAX_SAFE_INTEGER, market: 'M', steps: [] };
    const versioned = { ...message, rulesVersion: 99 };
    expect(bytesOf(versioned)).toBeLessThanOrEqual(PART_BYTES);
  });

  it('take at most 256 KiB each, and lose, double or reorder nothing', () => {
    const events = Array.from({ length: 1_000 }, (_, index) => ({
      ...largest.trade,
      time: index,
    })) as MarketEvent[];
    const parts = partsOf(events);
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) {
      const data = marketReport.encode({ ...part.content, seq: Number.MAX_SAFE_INTEGER } as never);
      expect(data.length).toBeLessThanOrEqual(PART_BYTES_MAX);
      expect(stepsOf(part).every((step) => step.account === account && step.origin?.gateway === 'ws-1')).toBe(
        true,
      );
    }
    const told: MarketEvent[] = parts.flatMap((part) => stepsOf(part).flatMap((step) => step.events));
    expect(told).toEqual(events);
  });

  it('never come between a trade and the end of one of its orders', () => {
    const trade = {
      ...largest.trade,
      maker: { ...fill, orderId: orderId(1) },
      taker: { ...fill, orderId: orderId(2) },
    } as MarketEvent;
    const done = (of: number) => ({ ...largest.done, orderId: orderId(of) }) as MarketEvent;
    const last = [trade, done(1), largest.level, done(2)];
    // So that a part ends after each number of bytes, the last trade and what follows it among them.
    for (let levels = 0; levels < 10; levels += 1) {
      const before: MarketEvent[] = Array.from({ length: levels }, () => largest.level);
      for (let trades = 234; trades < 240; trades += 1) {
        for (let made = 1; made < trades; made += 1) before.push(trade);
        const events = [...before, ...last, ...before];
        const told = partsOf(events).map((part) => stepsOf(part).flatMap((step) => step.events));
        expect(told.flat()).toEqual(events);
        const withEnd = told.filter((part) => part.some(({ kind }) => kind === 'done'));
        expect(withEnd).toHaveLength(1);
        expect(withEnd[0]?.[withEnd[0].findIndex(({ kind }) => kind === 'done') - 1]).toBe(trade);
        before.length = levels;
      }
    }
  });

  it('are filled to the last event in reports by the first rules, as those were', () => {
    const room = PART_BYTES_MAX - PART_BYTES - 4 * 'TRADQUOT'.length - STEP_BYTES - 4 * 'ws-1'.length;
    const trades = Array.from({ length: Math.floor(room / EVENT_BYTES.trade) }, () => largest.trade);
    const rest = room - trades.length * EVENT_BYTES.trade;
    const levels = Array.from({ length: Math.floor(rest / EVENT_BYTES.level) }, () => largest.level);
    const fitting = levels.length + trades.length;
    const cut = (version: number) =>
      partsOf([...levels, ...trades, largest.done], 1, version).map(
        (part) => stepsOf(part)[0]?.events.length,
      );
    expect(cut(FIRST_RULES_VERSION)).toEqual([fitting, 1]);
    expect(cut(RULES_VERSION)).toEqual([fitting - 1, 2]);
  });

  it('hold many steps, and leave out those in which nothing happened', () => {
    expect(partsOf([largest.done], 100).map((part) => stepsOf(part).length)).toEqual([100]);
    expect(partsOf([], 100)).toEqual([]);
  });
});
