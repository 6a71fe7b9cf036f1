import type { MarketRules as RulesOnBus, PlaceInput } from '@exchange/contract/bus';
import { address, amountFrom, marketId, orderId, unreachable } from '@exchange/core/kernel';
import type { MarketCommand, MarketRules, PlaceCommand } from '@exchange/core/matching';
import type { Static } from '@sinclair/typebox';
import type { RecordedInput } from '../inbox/recorded-input';

/** An input in the words of matching. */
export function marketCommand({ at, input }: RecordedInput): MarketCommand {
  switch (input.kind) {
    case 'place':
      return { at, ...placeCommand(input) };
    case 'cancel':
      return {
        at,
        kind: 'cancel',
        orderId: orderId(input.orderId),
        account: address(input.account),
        reason: input.reason,
      };
    case 'rules':
      return { at, kind: 'rules', rules: marketRules(input.rules) };
    case 'time':
    case 'status':
    case 'restarting':
      return { at, ...input };
    default:
      return unreachable(input);
  }
}

export function marketRules(rules: RulesOnBus): MarketRules {
  return {
    market: marketId(rules.market),
    index: rules.index,
    decimals: { traded: rules.tradedDecimals, quote: rules.quoteDecimals },
    minOrderRemaining: amountFrom(rules.minOrderRemaining),
    minOrderRemainingQuote: amountFrom(rules.minOrderRemainingQuote),
  };
}

function placeCommand(input: Static<typeof PlaceInput>): PlaceCommand {
  return {
    kind: 'place',
    orderId: orderId(input.orderId),
    account: address(input.account),
    side: input.side,
    sellAmount: amountFrom(input.sellAmount),
    buyAmount: amountFrom(input.buyAmount),
    sellBook: amountFrom(input.sellBook),
    buyBook: amountFrom(input.buyBook),
    fees: input.fees,
    leaveAt: input.leaveAt,
  };
}
