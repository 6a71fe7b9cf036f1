import type {
  EditInput,
  FeeTerms as FeesOnBus,
  MarketRules as RulesOnBus,
  Peg as PegOnBus,
  PlaceInput,
} from '@exchange/contract/bus';
import { address, amountFrom, marketId, orderId, rateKey, unreachable } from '@exchange/core/kernel';
import type {
  CarriedFees,
  EditCommand,
  MarketCommand,
  MarketRules,
  Peg,
  PlaceCommand,
} from '@exchange/core/matching';
import type { Static } from '@sinclair/typebox';
import type { RecordedInput } from '../inbox/recorded-input';

/** An input in the words of matching. */
export function marketCommand({ at, input }: RecordedInput): MarketCommand {
  switch (input.kind) {
    case 'place':
      return { at, ...placeCommand(input) };
    case 'edit':
      return { at, ...editCommand(input) };
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
    case 'peg_rate':
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
    priceBandPercent: rules.priceBandPercent,
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
    fees: feesOf(input.fees),
    leaveAt: input.leaveAt,
    hidden: input.hidden,
    execution: input.execution,
    stopRateKey: optional(input.stopRateKey, rateKey),
    peg: optional(input.peg, pegOf),
  };
}

function editCommand(input: Static<typeof EditInput>): EditCommand {
  return {
    kind: 'edit',
    orderId: orderId(input.orderId),
    account: address(input.account),
    sellBook: optional(input.sellBook, amountFrom),
    buyBook: optional(input.buyBook, amountFrom),
    hidden: input.hidden,
    stopRateKey: optional(input.stopRateKey, rateKey),
    peg: optional(input.peg, pegOf),
    leaveAt: input.leaveAt,
    fees: feesOf(input.fees),
  };
}

/** Members in one order, whatever the order is in which the record gives them: reports repeat them. */
const feesOf = ({ makerPpm, takerPpm, settlementFee, rebateToken }: FeesOnBus): CarriedFees => ({
  makerPpm,
  takerPpm,
  settlementFee,
  rebateToken,
});

const pegOf = (peg: PegOnBus): Peg => ({ currency: peg.currency, rateKey: rateKey(peg.rateKey) });

const optional = <T, U>(value: T | undefined, read: (value: T) => U): U | undefined =>
  value === undefined ? undefined : read(value);
