import {
  type Address,
  amountFrom,
  address,
  assert,
  ok,
  parseAddress,
  parseAmount,
  reject,
  type Result,
  type TokenAmount,
} from '@exchange/core/kernel';

/** The two ways in which the contract accepts a signed order (docs/interface, order signatures). */
export type SignatureFormat = 'sign' | 'signTypedData';

/** What the owner of an order signed. It never changes: later edits stay within it. */
export interface OrderTerms {
  readonly sellToken: Address;
  /** Most it may sell, in smallest units. */
  readonly sellAmount: TokenAmount;
  readonly buyToken: Address;
  /** What it asks for all of sellAmount, in smallest units. */
  readonly buyAmount: TokenAmount;
  /** Unix seconds, signed as uint32. */
  readonly expiry: number;
  /** 0 … 2^53−1, signed as uint64. */
  readonly nonce: number;
}

/** The terms as they travel: amounts as decimal digits, addresses as hex. */
export type OrderTermsText = {
  readonly [F in keyof OrderTerms]: OrderTerms[F] extends number ? number : string;
};

/** The last second that fits the signed uint32. */
export const EXPIRY_MAX = 2 ** 32 - 1;
export const NONCE_MAX = Number.MAX_SAFE_INTEGER;

/** Reads terms from outside. Refused with INVALID_FIELD or AMOUNT_OUT_OF_RANGE, naming the field. */
export function parseTerms(text: OrderTermsText): Result<OrderTerms> {
  const sellToken = parseAddress(text.sellToken, 'sellToken');
  if (!sellToken.ok) return sellToken;
  const sellAmount = parseAmount(text.sellAmount, 'sellAmount');
  if (!sellAmount.ok) return sellAmount;
  const buyToken = parseAddress(text.buyToken, 'buyToken');
  if (!buyToken.ok) return buyToken;
  const buyAmount = parseAmount(text.buyAmount, 'buyAmount');
  if (!buyAmount.ok) return buyAmount;
  if (!isUintUpTo(text.expiry, EXPIRY_MAX)) {
    return reject('INVALID_FIELD', `expiry must be a Unix time in whole seconds, at most ${EXPIRY_MAX}`);
  }
  if (!isUintUpTo(text.nonce, NONCE_MAX)) {
    return reject('INVALID_FIELD', `nonce must be a whole number from 0 to ${NONCE_MAX}`);
  }
  return ok({
    sellToken: sellToken.value,
    sellAmount: sellAmount.value,
    buyToken: buyToken.value,
    buyAmount: buyAmount.value,
    expiry: text.expiry,
    nonce: text.nonce,
  });
}

/** Terms that one of our own services wrote; anything malformed is a defect. */
export function termsFrom(text: OrderTermsText): OrderTerms {
  assert(isUintUpTo(text.expiry, EXPIRY_MAX), `malformed expiry: ${text.expiry}`);
  assert(isUintUpTo(text.nonce, NONCE_MAX), `malformed nonce: ${text.nonce}`);
  return {
    sellToken: address(text.sellToken),
    sellAmount: amountFrom(text.sellAmount),
    buyToken: address(text.buyToken),
    buyAmount: amountFrom(text.buyAmount),
    expiry: text.expiry,
    nonce: text.nonce,
  };
}

/** The terms as text, for the wire and for our own messages. */
export function termsText(terms: OrderTerms): OrderTermsText {
  return { ...terms, sellAmount: terms.sellAmount.toString(), buyAmount: terms.buyAmount.toString() };
}

function isUintUpTo(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= max;
}
