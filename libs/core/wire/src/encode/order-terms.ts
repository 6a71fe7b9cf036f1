import type { OrderView, PlacedWith } from '@exchange/core/message';
import { termsText } from '@exchange/core/order';
import type { OrderTermsObject } from '../schema';

/** The message of orderTerms (docs/interface, added commands). */
export function orderTermsObject(
  { id, cid, hash, market, hidden }: OrderView,
  { execution, ...placed }: PlacedWith,
): OrderTermsObject {
  const { digest, packedHash, signer, signatureFormat, terms, timeInForce, rebateToken } = placed;
  return {
    ...{ id, cid, hash, market, digest, packedHash, signer, signatureFormat },
    terms: termsText(terms),
    ...{ timeInForce, hidden, rebateToken },
    ...(execution === undefined
      ? {}
      : {
          postOnly: execution === 'post_only',
          immediateOrCancel: execution === 'immediate_or_cancel',
          fillOrKill: execution === 'fill_or_kill',
        }),
  };
}
