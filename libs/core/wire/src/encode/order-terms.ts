import type { OrderTermsObject, OrderView } from '../schema';

/** What an order was placed with, beside what its order object shows. */
export type PlacedWith = Pick<
  OrderTermsObject,
  'digest' | 'packedHash' | 'signer' | 'signatureFormat' | 'terms' | 'timeInForce' | 'rebateToken'
> & {
  /** Absent in orders of earlier releases. */
  readonly execution?: 'none' | 'post_only' | 'immediate_or_cancel' | 'fill_or_kill' | undefined;
};

/** The message of orderTerms (docs/interface, added commands). */
export function orderTermsObject(
  { id, cid, hash, market, hidden }: OrderView,
  { execution, ...placed }: PlacedWith,
): OrderTermsObject {
  const { digest, packedHash, signer, signatureFormat, terms, timeInForce, rebateToken } = placed;
  const { sellToken, sellAmount, buyToken, buyAmount, expiry, nonce } = terms;
  return {
    ...{ id, cid, hash, market, digest, packedHash, signer, signatureFormat },
    terms: { sellToken, sellAmount, buyToken, buyAmount, expiry, nonce },
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
