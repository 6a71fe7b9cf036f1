import { address, amount, marketId, orderId, ZERO_AMOUNT } from '@exchange/core/kernel';
import type { MarketInput, RecordedInput } from '@exchange/core/message';
import { MarketProcessor } from './markets/market-processor';
import { reportParts } from './outbox/market-report';

const LONGEST_MS = 1_000;
const MARKET = 'WARMUP';
const COMMANDS_PER_REPORT = 50;
/** Rates around which the orders lie, in hundredths of the quote token. */
const MIDDLE = 10_000;
const SPREAD = 40;
const HUNDREDTH = 10n ** 16n;

/**
 * Runs commands through a market that is thrown away, so that the code is compiled before the first order comes: a fresh
 * process matches at half speed. Ends after a second, whatever is left.
 */
export function warmUp(commands: number): { commands: number; ms: number } {
  const began = performance.now();
  const ms = () => Math.round(performance.now() - began);
  if (commands === 0) return { commands: 0, ms: 0 };
  const processor = new MarketProcessor(MARKET);
  processor.take([...processor.newRules(0), ...OPENING], 0);
  const draw = drawing();
  for (let done = 0; done < commands; done += COMMANDS_PER_REPORT) {
    if (ms() >= LONGEST_MS) return { commands: done, ms: ms() };
    const inputs = Array.from({ length: COMMANDS_PER_REPORT }, (_, index) =>
      commandOf(draw, done + index + 1),
    );
    processor.take(inputs, done);
    const steps = [];
    for (let step = processor.step(); step !== undefined; step = processor.step()) steps.push(step);
    for (const { definition, content } of reportParts(MARKET, done, steps, processor.rulesVersion))
      definition.encode({ ...content, seq: done });
  }
  return { commands, ms: ms() };
}

const rules = {
  ...{ market: marketId(MARKET), index: 0, tradedDecimals: 18, quoteDecimals: 18 },
  ...{ minOrderRemaining: ZERO_AMOUNT, minOrderRemainingQuote: ZERO_AMOUNT },
};
const OPENING: readonly RecordedInput[] = [
  { at: 0, input: { kind: 'rules', rules } },
  { at: 0, input: { kind: 'status', status: 'open' } },
];

/** Numbers below a bound, always the same ones. */
function drawing(): (below: number) => number {
  let state = 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function commandOf(draw: (below: number) => number, id: number): RecordedInput {
  const input = draw(10) < 3 ? cancelOf(1 + draw(id)) : orderOf(draw, id);
  return { at: id, input };
}

const accountOf = (id: number) => address(`0x${(id % 100).toString(16).padStart(40, '0')}`);

const cancelOf = (id: number): MarketInput => ({
  kind: 'cancel',
  orderId: orderId(id),
  account: accountOf(id),
  reason: 'owner',
});

function orderOf(draw: (below: number) => number, id: number): MarketInput {
  const side = draw(2) === 0 ? 'buy' : 'sell';
  const traded = BigInt(1 + draw(500)) * HUNDREDTH;
  // Most rest, some cross.
  const away = draw(SPREAD) - 4;
  const quote = (traded * BigInt(MIDDLE + (side === 'buy' ? -away : away))) / 100n;
  const [sell, buy] = side === 'sell' ? [traded, quote] : [quote, traded];
  return {
    ...{ kind: 'place', orderId: orderId(id), account: accountOf(id), side, expiresAt: 2_000_000_000 },
    ...{ sellAmount: amount(sell), buyAmount: amount(buy), sellBook: amount(sell), buyBook: amount(buy) },
    fees: { makerPpm: 0, takerPpm: 2_500, settlementFee: ZERO_AMOUNT, rebateToken: 'sell' },
    origin: { gateway: 'warm-up', connection: 1, command: id },
    hidden: draw(10) === 0,
  };
}
