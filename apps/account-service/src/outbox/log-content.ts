import type {
  CosignRequest as CosignMessage,
  MarketInput as MarketMessage,
  Origin,
  SettleLeg as LegMessage,
  Submission as SubmissionMessage,
} from '@exchange/contract/bus';
import { type TokenAmount, unreachable } from '@exchange/core/kernel';
import type { CosignRequest, FeeTerms, MarketInput, SettleLeg, Submission } from '@exchange/core/ledger';

/** Ledger facts as the content of log messages: amounts as decimal text. */

export function marketInput(input: MarketInput, origin: Origin | undefined): MarketMessage {
  const caused = origin === undefined ? {} : { origin };
  switch (input.kind) {
    case 'cancel':
      return { ...input, ...caused };
    case 'edit': {
      const { sellBook, buyBook, fees, ...unchanged } = input;
      return { ...unchanged, ...bookAmounts({ sellBook, buyBook }), fees: feeTerms(fees), ...caused };
    }
    case 'place':
      return {
        ...input,
        sellAmount: input.sellAmount.toString(),
        buyAmount: input.buyAmount.toString(),
        sellBook: input.sellBook.toString(),
        buyBook: input.buyBook.toString(),
        fees: feeTerms(input.fees),
        ...caused,
      };
    default:
      return unreachable(input);
  }
}

/** The book amounts of an edit, those that it changes. */
const bookAmounts = ({
  sellBook,
  buyBook,
}: {
  readonly [amount in 'sellBook' | 'buyBook']: TokenAmount | undefined;
}): { sellBook?: string; buyBook?: string } => ({
  ...(sellBook === undefined ? {} : { sellBook: sellBook.toString() }),
  ...(buyBook === undefined ? {} : { buyBook: buyBook.toString() }),
});

const feeTerms = (fees: FeeTerms) => ({ ...fees, settlementFee: fees.settlementFee.toString() });

export function settleLeg(leg: SettleLeg): LegMessage {
  const { terms, signature, format, signer } = leg.order;
  return {
    ...leg,
    order: {
      terms: { ...terms, sellAmount: terms.sellAmount.toString(), buyAmount: terms.buyAmount.toString() },
      signature: { ...signature },
      format,
      signer,
    },
    sold: leg.sold.toString(),
    bought: leg.bought.toString(),
    fee: leg.fee.toString(),
    rebate: leg.rebate.toString(),
  };
}

export const cosignRequest = (request: CosignRequest): CosignMessage =>
  request.kind === 'withdrawal' ? { ...request, amount: request.amount.toString() } : { ...request };

export const submission = (wanted: Submission): SubmissionMessage => ({
  ...wanted,
  amount: wanted.amount.toString(),
  fee: wanted.fee.toString(),
  maxFee: wanted.maxFee.toString(),
  signature: { ...wanted.signature },
});
