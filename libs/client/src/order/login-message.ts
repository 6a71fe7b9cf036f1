const FORBIDDEN_BYTES = 32;

/**
 * The text to sign for a login: it ends with the nonce and with no other digits before it. A text of exactly 32
 * bytes is refused by the exchange, because it could be the hash of an order.
 * @example
 * loginMessage('exchange.example', 7) // → 'Log in to exchange.example, nonce 7'
 */
export function loginMessage(exchange: string, nonce: number): string {
  const message = `Log in to ${exchange}, nonce ${nonce}`;
  const isForbidden = new TextEncoder().encode(message).length === FORBIDDEN_BYTES;
  return isForbidden ? `Log in to ${exchange} with nonce ${nonce}` : message;
}
