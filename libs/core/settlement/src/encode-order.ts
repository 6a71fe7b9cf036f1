import type { Address } from '@exchange/core/kernel';
import type { OrderSignature, OrderTerms, SignatureFormat } from '@exchange/core/order';
import { packWord } from './words';

/** A signed order as the contract takes it, but for token ids, which its listing knows. */
export interface SettledOrder {
  readonly account: Address;
  readonly terms: OrderTerms;
  readonly signature: OrderSignature;
  readonly format: SignatureFormat;
  /** Whether a delegate of the account signed. */
  readonly byDelegate: boolean;
}

/** The five words of an order in a batch (contracts/src/ExchangeTypes.sol, OrderIn). */
export interface OrderWords {
  readonly amounts: string;
  readonly terms: string;
  readonly tokens: string;
  readonly r: string;
  readonly vs: string;
}

/** The contract's id of a token, or undefined if the contract doesn't know it. */
export type TokenIdOf = (token: Address) => number | undefined;

const FLAG_PERSONAL = 1n;
const FLAG_DELEGATE = 2n;

/** Packs an order whose token ids are known. */
export function encodeOrder(order: SettledOrder, sellTokenId: number, buyTokenId: number): OrderWords {
  const { terms } = order;
  const flags = (order.format === 'sign' ? FLAG_PERSONAL : 0n) | (order.byDelegate ? FLAG_DELEGATE : 0n);
  return {
    amounts: packWord([terms.sellAmount, 128], [terms.buyAmount, 128]),
    terms: packWord([BigInt(order.account), 160], [BigInt(terms.expiry), 32], [BigInt(terms.nonce), 64]),
    tokens: packWord([BigInt(sellTokenId), 16], [BigInt(buyTokenId), 16], [flags, 8]),
    r: order.signature.r,
    vs: compactS(order.signature),
  };
}

/** s with the parity of v in its highest bit (EIP-2098). */
export function compactS(signature: OrderSignature): string {
  const parity = BigInt(signature.v - 27);
  return packWord([(parity << 255n) | BigInt(signature.s), 256]);
}
