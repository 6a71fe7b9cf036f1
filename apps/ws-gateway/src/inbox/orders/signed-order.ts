import type { accountCommands, RequestOf } from '@exchange/contract/bus';
import { ok, reject, type Result } from '@exchange/core/kernel';
import { checkTerms, parseSignature, parseTerms, sideOf, signedRate } from '@exchange/core/order';
import type { CommandOf } from '@exchange/core/wire';
import type { Edge } from '../../edge';
import { readChangeable, readPlacement } from './order-options';

type PlaceOrder = RequestOf<typeof accountCommands.placeOrder>;
export type SignedOrderRequest = Omit<PlaceOrder, 'grant' | 'origin' | 'deadline'>;

/**
 * Reads a placeOrder as far as a gateway can judge it: options, terms, tokens of the market, a rate in range, and the
 * shape of the signature. A bool as timeInForce means the default. Whether and whose key made it, account-service finds out.
 */
export function readSignedOrder(order: CommandOf<'placeOrder'>, edge: Edge): Result<SignedOrderRequest> {
  const options = readChangeable(order);
  if (!options.ok) return options;
  const parsed = parseTerms(order);
  if (!parsed.ok) return parsed;
  const terms = checkTerms(parsed.value, edge.clock.now());
  if (!terms.ok) return terms;
  const entry = edge.markets.listing()?.market(order.market);
  if (entry === undefined) return reject('UNKNOWN_MARKET', `there is no market ${order.market}`);
  const { traded, quote } = entry;
  const side = sideOf(terms.value, entry);
  if (!side.ok) return side;
  const decimals = { traded: traded.decimals, quote: quote.decimals };
  if (signedRate(terms.value, side.value, decimals) === undefined) {
    return reject('RATE_OUT_OF_RANGE', 'the rate of the two amounts must be from 1e-8 to 8e14');
  }
  const signature = parseSignature(order.signature);
  if (!signature.ok) return signature;
  return ok({
    market: entry.listed.market,
    terms: terms.value,
    signature: signature.value,
    format: order.signatureFormat,
    ...(typeof order.timeInForce === 'number' ? { timeInForce: order.timeInForce } : {}),
    ...readPlacement(order),
    ...options.value,
  });
}
