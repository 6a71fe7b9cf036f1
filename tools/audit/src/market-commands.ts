import type { ControlInput, MarketInput } from '@exchange/contract/bus';
import { address, amountFrom, marketId, orderId, rateKey, unreachable } from '@exchange/core/kernel';
import type { MarketCommand, MarketRules, Peg } from '@exchange/core/matching';

type Input = MarketInput | ControlInput | { readonly kind: 'restarting'; readonly restarting: boolean };
type Rules = Extract<ControlInput, { kind: 'rules' }>['rules'];

/** An input as the engine's record keeps it. `at`: Unix ms. */
export interface Recorded {
  readonly at: number;
  readonly input: Input;
}

/** A recorded input in the words of matching. */
export function commandOf({ at, input }: Recorded): MarketCommand {
  switch (input.kind) {
    case 'place':
      return {
        ...{ at, kind: 'place', side: input.side, ...orderOf(input) },
        sellAmount: amountFrom(input.sellAmount),
        buyAmount: amountFrom(input.buyAmount),
        sellBook: amountFrom(input.sellBook),
        buyBook: amountFrom(input.buyBook),
        fees: input.fees,
        leaveAt: input.leaveAt,
        hidden: input.hidden,
        execution: input.execution,
        ...followed(input),
      };
    case 'edit':
      return {
        ...{ at, kind: 'edit', ...orderOf(input) },
        sellBook: input.sellBook === undefined ? undefined : amountFrom(input.sellBook),
        buyBook: input.buyBook === undefined ? undefined : amountFrom(input.buyBook),
        fees: input.fees,
        leaveAt: input.leaveAt,
        hidden: input.hidden,
        ...followed(input),
      };
    case 'cancel':
      return { at, kind: 'cancel', ...orderOf(input), reason: input.reason };
    case 'rules':
      return { at, kind: 'rules', rules: rulesOf(input.rules) };
    case 'time':
    case 'status':
    case 'restarting':
    case 'peg_rate':
      return { at, ...input };
    default:
      return unreachable(input);
  }
}

export const rulesOf = (rules: Rules): MarketRules => ({
  market: marketId(rules.market),
  index: rules.index,
  decimals: { traded: rules.tradedDecimals, quote: rules.quoteDecimals },
  minOrderRemaining: amountFrom(rules.minOrderRemaining),
  minOrderRemainingQuote: amountFrom(rules.minOrderRemainingQuote),
  priceBandPercent: rules.priceBandPercent,
});

const orderOf = (input: MarketInput) => ({
  orderId: orderId(input.orderId),
  account: address(input.account),
});

function followed({ stopRateKey, peg }: Extract<MarketInput, { kind: 'place' | 'edit' }>) {
  const followedPeg: Peg | undefined =
    peg === undefined ? undefined : { currency: peg.currency, rateKey: rateKey(peg.rateKey) };
  return { stopRateKey: stopRateKey === undefined ? undefined : rateKey(stopRateKey), peg: followedPeg };
}
