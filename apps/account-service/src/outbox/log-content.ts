import type {
  CosignRequest as CosignMessage,
  SettleLeg as LegMessage,
  Submission as SubmissionMessage,
} from '@exchange/contract/bus';
import type { CosignRequest, SettleLeg, Submission } from '@exchange/core/message';

/** Ledger facts as the content of log messages: amounts as decimal text. */

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
