import {
  buildTerms,
  DEFAULT_LIFETIME_S,
  type ExchangeClient,
  randomNonce,
  type Signer,
  signOrder,
} from '@exchange/client';
import type { Side } from '@exchange/core/kernel';
import { termsText } from '@exchange/core/order';
import type { CommandOf } from '@exchange/core/wire';
import { MARKET } from '../clients/accounts';

const RATE = '300';

/** Signs an order beforehand, so that signing it isn't measured. `amount` in whole ETH. */
export async function signedOrder(
  client: ExchangeClient,
  signer: Signer,
  side: Side,
  amount: string,
): Promise<CommandOf<'placeOrder'>> {
  const expiry = Math.floor(Date.now() / 1000) + DEFAULT_LIFETIME_S;
  const terms = buildTerms(
    { market: MARKET, side, amount, rate: RATE },
    client.listed,
    expiry,
    randomNonce(),
  );
  return {
    c: 'placeOrder',
    market: MARKET,
    ...termsText(terms),
    sellToken: terms.sellToken,
    buyToken: terms.buyToken,
    signature: await signOrder(signer, terms, 'signTypedData', client.domain),
    signatureFormat: 'signTypedData',
  };
}
